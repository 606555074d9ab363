import { type CsvCell, csvTable } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';

type Sandwich = components['schemas']['StoredSandwich'];
type Page = components['schemas']['ListSandwichesResponse']['data'];

/** Several of them are separated by blanks. */
const texts = (items: readonly (string | null)[]): string => items.join(' ');
const legsOf = ({ legs }: Sandwich, type: string): (string | null)[] =>
  legs
    .filter((leg) => leg.success && leg.interaction_type === type)
    .map(({ attacker_signature: own }) => own);

const COLUMNS: readonly [name: string, of: (sandwich: Sandwich) => CsvCell][] = [
  ['id', ({ id }) => id],
  ['block_time', ({ block_time: time }) => (time === null ? null : new Date(time * 1_000).toISOString())],
  ['first_slot', ({ slot_range: { from } }) => from],
  ['last_slot', ({ slot_range: { to } }) => to],
  ['confidence', ({ confidence }) => confidence],
  ['confidence_then', ({ confidence_then: then }) => then],
  ['reason', ({ reason }) => reason],
  ['intent', ({ intent }) => intent],
  ['evidence', ({ evidence }) => texts(evidence)],
  ['dex_name', ({ pool }) => pool.dex_name],
  ['pool_address', ({ pool }) => pool.pool_address],
  ['pool_label', ({ pool }) => pool.pool_label],
  ['back_pool_address', (it) => it.back_pool_address],
  ['mint_in', (it) => it.mint_in],
  ['mint_out', (it) => it.mint_out],
  ['gain', ({ gain }) => gain.ui_amount],
  ['net_gain', ({ net_gain: net }) => net?.ui_amount ?? null],
  ['kept_gain', ({ kept_gain: kept }) => kept?.ui_amount ?? null],
  ['gain_symbol', ({ gain }) => gain.symbol],
  ['gain_mint', ({ gain }) => gain.mint],
  ['cost_sol', (it) => it.cost_sol],
  ['victim_count', (it) => it.victim_count],
  ['attempt_count', (it) => it.attempt_count],
  ['loss', ({ loss }) => loss?.ui_amount ?? null],
  ['loss_symbol', ({ loss }) => loss?.symbol ?? null],
  ['loss_bps', ({ loss }) => loss?.bps ?? null],
  ['loss_sol', ({ loss }) => loss?.sol ?? null],
  ['leader', ({ leader }) => leader],
  ['client', ({ client }) => client],
  ['attackers', ({ attackers }) => texts(attackers)],
  ['victims', ({ victims }) => texts(victims.map(({ wallet }) => wallet))],
  ['frontruns', (it) => texts(legsOf(it, 'sandwich_frontrun'))],
  ['victim_signatures', ({ victims }) => texts(victims.map(({ signature }) => signature))],
  ['backruns', (it) => texts(legsOf(it, 'sandwich_backrun'))],
  ['is_final', (it) => it.is_final],
  ['revision', (it) => it.revision],
];

/** A page as CSV; what is not about a sandwich goes in headers. */
export function asCsv({ sandwiches, next_cursor: next, coverage }: Page): {
  text: string;
  headers: Record<string, string>;
} {
  return {
    text: csvTable(
      COLUMNS.map(([name]) => name),
      sandwiches.map((sandwich) => COLUMNS.map(([, of]) => of(sandwich))),
    ),
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
