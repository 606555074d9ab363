import type { components } from '@tickscope/schemas';
import { type CsvColumn, csvOf } from '../../csv.js';

type Sandwich = components['schemas']['StoredSandwich'];
type Page = components['schemas']['ListSandwichesResponse']['data'];

const number = (name: string, of: CsvColumn<Sandwich>['of']): CsvColumn<Sandwich> => ({
  ...{ name, of, isNumber: true },
});
const text = (name: string, of: CsvColumn<Sandwich>['of']): CsvColumn<Sandwich> => ({ name, of });
/** Several of them are separated by blanks. */
const texts = (name: string, of: (sandwich: Sandwich) => readonly (string | null)[]): CsvColumn<Sandwich> =>
  text(name, (sandwich) => of(sandwich).join(' '));
const legsOf = ({ legs }: Sandwich, type: string): (string | null)[] =>
  legs
    .filter((leg) => leg.success && leg.interaction_type === type)
    .map(({ attacker_signature: own }) => own);

const COLUMNS: readonly CsvColumn<Sandwich>[] = [
  text('id', ({ id }) => id),
  text('block_time', ({ block_time: time }) => (time === null ? null : new Date(time * 1_000).toISOString())),
  number('first_slot', ({ slot_range: { from } }) => from),
  number('last_slot', ({ slot_range: { to } }) => to),
  text('confidence', ({ confidence }) => confidence),
  text('confidence_then', ({ confidence_then: then }) => then),
  text('reason', ({ reason }) => reason),
  text('intent', ({ intent }) => intent),
  texts('evidence', ({ evidence }) => evidence),
  text('dex_name', ({ pool }) => pool.dex_name),
  text('pool_address', ({ pool }) => pool.pool_address),
  text('pool_label', ({ pool }) => pool.pool_label),
  text('back_pool_address', (it) => it.back_pool_address),
  text('mint_in', (it) => it.mint_in),
  text('mint_out', (it) => it.mint_out),
  number('gain', ({ gain }) => gain.ui_amount),
  number('net_gain', ({ net_gain: net }) => net?.ui_amount ?? null),
  text('gain_symbol', ({ gain }) => gain.symbol),
  text('gain_mint', ({ gain }) => gain.mint),
  number('cost_sol', (it) => it.cost_sol),
  number('victim_count', (it) => it.victim_count),
  number('attempt_count', (it) => it.attempt_count),
  number('loss', ({ loss }) => loss?.ui_amount ?? null),
  text('loss_symbol', ({ loss }) => loss?.symbol ?? null),
  number('loss_bps', ({ loss }) => loss?.bps ?? null),
  number('loss_sol', ({ loss }) => loss?.sol ?? null),
  text('leader', ({ leader }) => leader),
  text('client', ({ client }) => client),
  texts('attackers', ({ attackers }) => attackers),
  texts('victims', ({ victims }) => victims.map(({ wallet }) => wallet)),
  texts('frontruns', (it) => legsOf(it, 'sandwich_frontrun')),
  texts('victim_signatures', ({ victims }) => victims.map(({ signature }) => signature)),
  texts('backruns', (it) => legsOf(it, 'sandwich_backrun')),
  text('is_final', (it) => it.is_final),
  number('revision', (it) => it.revision),
];

/** A page as CSV; what is not about a sandwich goes in headers. */
export function asCsv({ sandwiches, next_cursor: next, coverage }: Page): {
  text: string;
  headers: Record<string, string>;
} {
  return {
    text: csvOf(COLUMNS, sandwiches),
    headers: {
      ...(next === null ? {} : { 'X-Next-Cursor': next }),
      'X-Coverage': coverageText(coverage),
    },
  };
}

function coverageText(coverage: Page['coverage']): string {
  if (coverage === null) return 'none';
  return [
    `from=${coverage.from_slot}`,
    `to=${coverage.to_slot}`,
    `missing=${coverage.missing_slot_count}`,
    `incomplete=${coverage.incomplete_slot_count}`,
    `undetected=${coverage.undetected_slot_count}`,
    `links_unknown=${coverage.links_unknown_slot_count}`,
  ].join('; ');
}
