import type { Schemas } from '@tickscope/sdk';
import { SOL_MINT, solParts } from '../format/sol.js';
import { compactAmount, leastText, nameText, percent } from '../format/text.js';
import css from './design.module.css';

/** An amount with its symbol; the raw units on hover. `isLeast`: it is a lower bound. */
export function Amount({ of, isLeast = false }: { of: Schemas['TokenAmount'] | null; isLeast?: boolean }) {
  if (of === null) return <span className={css['note']}>not known</span>;
  const { amount, decimals, ui_amount: text } = of;
  return (
    <span
      className={css['amount']}
      title={`${text ?? amount} ${nameText(of.symbol)} · ${amount} raw units${decimals === null ? ', decimals not known' : ''} · mint ${of.mint}`}
    >
      <Parts of={of} isLeast={isLeast} />
    </span>
  );
}

function Parts({
  of: { amount, mint, symbol, ui_amount: text },
  isLeast,
}: {
  of: Schemas['TokenAmount'];
  isLeast: boolean;
}) {
  const isSol = mint === SOL_MINT && text !== null;
  const shown = isSol ? solParts(text) : { amount: compactAmount(text ?? amount), unit: nameText(symbol) };
  return (
    <>
      {leastText(shown.amount, isLeast)}{' '}
      <bdi className={css['unit']}>{text === null ? `units of ${shown.unit}` : shown.unit}</bdi>
    </>
  );
}

/** An amount of SOL, as text. `isLeast`: it is a lower bound. */
export function Sol({ sol, isLeast = false }: { sol: string | null; isLeast?: boolean }) {
  if (sol === null) return <span className={css['note']}>not known in SOL</span>;
  const shown = solParts(sol);
  return (
    <span className={css['amount']} title={`${sol} SOL`}>
      {leastText(shown.amount, isLeast)} <span className={css['unit']}>{shown.unit}</span>
    </span>
  );
}

/** A trade's loss: in SOL, else in its token, and its share of what the trade would have got. */
export function Lost({ loss, isLeast }: { loss: Schemas['Loss'] | null; isLeast: boolean }) {
  if (loss === null) return <Amount of={null} />;
  return (
    <>
      {loss.sol === null ? <Amount of={loss} isLeast={isLeast} /> : <Sol sol={loss.sol} isLeast={isLeast} />}
      {loss.bps !== null && ` · ${leastText(percent(loss.bps), isLeast)}`}
    </>
  );
}
