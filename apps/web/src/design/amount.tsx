import type { Schemas } from '@tickscope/sdk';
import { compactAmount, nameText } from '../format/text.js';
import css from './design.module.css';

/** An amount with its symbol; the raw units on hover. */
export function Amount({ of }: { of: Schemas['TokenAmount'] | null }) {
  if (of === null) return <span className={css['note']}>not known</span>;
  const { amount, decimals, ui_amount: text } = of;
  return (
    <span
      className={css['amount']}
      title={`${text ?? amount} ${nameText(of.symbol)} · ${amount} raw units${decimals === null ? ', decimals not known' : ''} · mint ${of.mint}`}
    >
      {compactAmount(text ?? amount)}{' '}
      <bdi className={css['unit']}>
        {text === null ? `units of ${nameText(of.symbol)}` : nameText(of.symbol)}
      </bdi>
    </span>
  );
}

/** An amount of SOL, as text. */
export function Sol({ sol }: { sol: string | null }) {
  if (sol === null) return <span className={css['note']}>not known in SOL</span>;
  return (
    <span className={css['amount']} title={`${sol} SOL`}>
      {compactAmount(sol)} <span className={css['unit']}>SOL</span>
    </span>
  );
}
