import {
  type Column,
  counted,
  fitTable,
  formatCount,
  formatRanges,
  groupThousands,
  type Paint,
  rangesOf,
} from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';

type Fees = components['schemas']['EstimateFeesResponse']['data'];
type AccountFees = components['schemas']['AccountFees'];

const COLUMNS: readonly Column[] = [
  { heading: 'account' },
  { heading: 'got in', align: 'right' },
  { heading: 'p25', align: 'right', dispensable: 3 },
  { heading: 'p50', align: 'right' },
  { heading: 'p75', align: 'right' },
  { heading: 'p90', align: 'right', dispensable: 1 },
  { heading: 'p95', align: 'right', dispensable: 4 },
  { heading: 'max', align: 'right', dispensable: 5 },
  { heading: 'first 16 ticks, p50', align: 'right', dispensable: 6 },
  { heading: 'failed', align: 'right', dispensable: 7 },
  { heading: 'limit used', align: 'right', dispensable: 2 },
];

/** The output of `tickscope fees ACCOUNT…`. @param maxWidth of the terminal; `null`: none */
export function describeFees(fees: Fees, maxWidth: number | null, paint: Paint): string {
  const { min: from, max: to } = fees.slot_range;
  if (from === null || to === null) return 'No block is stored, so what gets in is not known.';
  const table = fitTable(COLUMNS, fees.accounts.map(cellsOf), maxWidth);
  return [
    paint.bold(headline(fees)),
    table.text,
    [...table.notes, ...notesOf(fees)].join('\n'),
    [`Slots ${from} to ${to}, ${counted(fees.block_count, 'block')} of them read.`, ...coverageOf(fees)].join(
      '\n',
    ),
  ].join('\n\n');
}

function headline({ costliest, accounts }: Fees): string {
  const prices = costliest?.compute_unit_price ?? null;
  if (costliest === null || prices === null)
    return `No transaction that set a price wrote ${accounts.length === 1 ? 'it' : 'any of them'} and succeeded in these slots.`;
  const where = accounts.length === 1 ? '' : ` where it costs most, ${costliest.account}`;
  const whole = `${counted(costliest.priced_count, 'transaction')} that got in and set a price`;
  return `Three of four of the ${whole}${where}, paid ${price(prices.p75)} micro-lamports or less for a compute unit, half of them ${price(prices.p50)} or less.`;
}

function cellsOf(account: AccountFees): string[] {
  const prices = account.compute_unit_price;
  const [first] = account.by_ticks;
  const share = account.compute_limit_share;
  return [
    account.account,
    formatCount(account.landed_count),
    ...(['p25', 'p50', 'p75', 'p90', 'p95', 'max'] as const).map((level) =>
      prices === null ? '' : price(prices[level]),
    ),
    first?.compute_unit_price == null ? '' : price(first.compute_unit_price.p50),
    formatCount(account.failed_count),
    share === null ? 'unknown' : `${(share.mean * 100).toFixed(1)} %`,
  ];
}

function notesOf({ accounts }: Fees): string[] {
  const withoutPrice = accounts.reduce((sum, account) => sum + account.without_price_count, 0);
  const unknown = accounts.reduce((sum, account) => sum + account.unknown_count, 0);
  return [
    'Micro-lamports for a compute unit, tips not included; of the limit of an account in a block the mean share that was used.',
    ...(withoutPrice === 0
      ? []
      : [`${formatCount(withoutPrice)} of those that got in set no price, and are in no percentile.`]),
    ...(unknown === 0 ? [] : [`Of ${formatCount(unknown)} more it is not known whether they succeeded.`]),
  ];
}

function coverageOf({ coverage }: Fees): string[] {
  const { missing_slots: missing = [], incomplete_slots: incomplete = [] } = coverage ?? {};
  return [
    ...(missing.length === 0 ? [] : [`Missing: ${formatRanges(rangesOf(missing))}.`]),
    ...(incomplete.length === 0 ? [] : [`Incomplete: ${formatRanges(rangesOf(incomplete))}.`]),
  ];
}

const price = (microLamports: string): string => groupThousands(microLamports);
