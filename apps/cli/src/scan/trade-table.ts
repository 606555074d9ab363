import { groupBy } from '@tickscope/chain';
import { amountOf, type Column, cleanText, groupThousands, percentOf } from '@tickscope/command-line';
import { shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { formatTime } from '../time.js';

type WalletTrade = components['schemas']['WalletTrade'];
type Incident = components['schemas']['WalletIncident'];

export const TRADE_COLUMNS: readonly Column[] = [
  { heading: 'time (UTC)', dispensable: 2 },
  { heading: 'slot', align: 'right', dispensable: 3 },
  { heading: 'pool' },
  { heading: 'attacker' },
  { heading: 'front', align: 'right' },
  { heading: 'back', align: 'right' },
  { heading: 'lost', align: 'right', dispensable: 4 },
  { heading: 'in SOL', align: 'right' },
  { heading: 'share', align: 'right', dispensable: 5 },
  { heading: 'signature', dispensable: 1 },
];

/** A row for each sandwich around a trade, or one row for a trade without any. In the order given. */
export function tradeRows(trades: readonly WalletTrade[]): string[][] {
  return trades.flatMap((trade) => {
    const sandwiches = sandwichesOf(trade);
    return (sandwiches.length === 0 ? [[]] : sandwiches).map((incidents) => tradeRow(trade, incidents));
  });
}

/** Groups the incidents of a trade by sandwich. */
function sandwichesOf({ incidents }: WalletTrade): Incident[][] {
  return [...groupBy(incidents, ({ sandwich }) => sandwich.id).values()];
}

function tradeRow(trade: WalletTrade, incidents: readonly Incident[]): string[] {
  const [first] = incidents;
  const labels = first === undefined ? trade.pools.map(({ pool_label: label }) => label) : [first.pool_label];
  const legs = incidents.filter(({ success }) => success);
  const nearest = (type: Incident['interaction_type']): string => {
    const offsets = legs
      .filter(({ interaction_type: own }) => own === type)
      .map(({ poh_tick_offset: offset }) => Number(offset));
    const [least] = offsets.sort((left, right) => Math.abs(left) - Math.abs(right));
    return least === undefined ? '' : `${least > 0 ? '+' : ''}${least}`;
  };
  return [
    formatTime(trade.blockTime),
    String(trade.slot),
    `${labels.map((label) => cleanText(label)).join(', ')}${trade.success ? '' : ' (failed)'}`,
    trade.verdict === 'unknown'
      ? 'not known'
      : [...new Set(legs.map(({ attacker_signer: signer }) => shortAddress(signer)))].join(', '),
    nearest('sandwich_frontrun'),
    nearest('sandwich_backrun'),
    ...(first === undefined ? ['', '', ''] : lossCells(first.sandwich)),
    trade.signature,
  ];
}

function lossCells({
  loss,
  loss_method: method,
}: Incident['sandwich']): [lost: string, sol: string, share: string] {
  if (loss === null) return ['unknown', 'unknown', ''];
  const { sol, bps } = loss;
  const least = method === 'front_rate' ? 'at least ' : '';
  return [
    `${least}${amountOf(loss)}`,
    sol === null ? 'unknown' : `${least}${groupThousands(sol)}`,
    bps === null ? '' : `${least}${percentOf(bps)}`,
  ];
}
