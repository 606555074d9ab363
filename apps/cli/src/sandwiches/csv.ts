import { type CsvCell, csvLine } from '@tickscope/chain';
import { cleanText } from '@tickscope/command-line';
import { isLeastOfAll } from './losses.js';
import type { Sandwich } from './report.js';

/** Amounts are exact decimals; lists have blanks between their items; what is not known is empty. */
const COLUMNS: Record<string, (sandwich: Sandwich) => CsvCell> = {
  id: ({ id }) => id,
  block_time: ({ block_time: time }) => (time === null ? null : new Date(time * 1_000).toISOString()),
  from_slot: ({ slot_range: slots }) => slots.from,
  to_slot: ({ slot_range: slots }) => slots.to,
  pool: ({ pool }) => pool.pool_address,
  pool_label: ({ pool }) => cleanText(pool.pool_label),
  dex: ({ pool }) => cleanText(pool.dex_name),
  mint_in: ({ mint_in: mint }) => mint,
  mint_out: ({ mint_out: mint }) => mint,
  attackers: ({ attackers }) => attackers.join(' '),
  victim_count: ({ victim_count: count }) => count,
  victim_signatures: ({ victims }) => victims.flatMap(({ signature }) => signature ?? []).join(' '),
  loss: ({ loss }) => loss?.ui_amount ?? null,
  loss_raw: ({ victim_loss: raw }) => raw,
  loss_symbol: ({ loss }) => (loss === null ? null : cleanText(loss.symbol)),
  loss_sol: ({ loss }) => loss?.sol ?? null,
  loss_bps: ({ loss }) => loss?.bps ?? null,
  loss_is_least: (sandwich) => (sandwich.loss === null ? null : isLeastOfAll(sandwich)),
  gain: ({ gain }) => gain.ui_amount,
  gain_raw: ({ gross }) => gross,
  net_gain: ({ net_gain: net }) => net?.ui_amount ?? null,
  net_gain_raw: ({ net }) => net,
  kept_gain: ({ kept_gain: kept }) => kept?.ui_amount ?? null,
  kept_gain_raw: ({ kept }) => kept,
  gain_symbol: ({ gain }) => cleanText(gain.symbol),
  cost_sol: ({ cost_sol: cost }) => cost,
  confidence: ({ confidence }) => confidence,
  intent: ({ intent }) => intent,
  is_final: ({ is_final: isFinal }) => isFinal,
};

/** CSV with a heading; lines end as a terminal has them. */
export function sandwichesCsv(sandwiches: readonly Sandwich[]): string {
  const rows = sandwiches.map((sandwich) => Object.values(COLUMNS).map((cell) => cell(sandwich)));
  return [Object.keys(COLUMNS), ...rows].map(csvLine).join('\n');
}
