import {
  cleanSentence,
  counted,
  formatCount,
  formatRanges,
  formatTable,
  rangesOf,
} from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';

type Backfill = components['schemas']['Backfill'];

/**
 * The output of `tickscope backfill`.
 *
 * @param hasAccount whether the caller gave an account
 */
export function describeBackfill(result: Backfill, hasAccount: boolean): string {
  const { slot, slot_range: range, missing_slots: missing, closed_gaps: gaps } = result;
  const row = (name: string, slots: readonly number[]): string[] => [
    name,
    formatCount(slots.length),
    formatRanges(rangesOf(slots)),
  ];
  const table = formatTable([
    ['', 'slots', 'which'],
    row('stored now', result.fetched_slots),
    row('stored before', result.already_stored_slots),
    row('skipped by the chain', result.skipped_slots),
    row(
      'missing',
      missing.map((one) => one.slot),
    ),
  ]);
  const reasons = missing.map((one) => `  ${one.slot}: ${cleanSentence(one.reason)}`);
  const lines = [
    ...(missing.length === 0 ? [] : ['Why slots are missing:', ...reasons]),
    ...(gaps.length === 0 ? [] : [`Gaps that are closed now: ${formatRanges(gaps)}.`]),
    ...(hasAccount
      ? [
          `${counted(result.account_transactions, 'transaction')} of the stored slots ` +
            `${result.account_transactions === 1 ? 'locks' : 'lock'} ${result.account}.`,
        ]
      : []),
    ...(result.fetched_slots.length === 0
      ? []
      : [
          `Sandwiches are now looked for in what was stored: until that is done "tickscope check ${result.signature}" says "not analysed yet".`,
        ]),
  ];
  return [
    `Transaction ${result.signature}\nin slot ${slot}, with slots ${range.from_slot} to ${range.to_slot}`,
    table,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ].join('\n\n');
}
