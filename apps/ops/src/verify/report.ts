import { counted, formatCount, formatTable } from '@tickscope/command-line';
import { RULE_TEXTS, type VerifyReport } from '@tickscope/verify';

/** The output of `tickscope verify`: how far the range is proven, what is wrong with it, and a verdict. */
export function describeVerification(report: VerifyReport): string {
  const { slots, links, poh, transactions, problems, problemCount } = report;
  const notStored = `${formatCount(slots.skipped)} skipped, ${formatCount(slots.missing)} missing`;
  const rows: string[][] = [
    ['', 'looked at', 'not provable', ''],
    ['slots', formatCount(slots.stored), '', notStored],
    ['parents', formatCount(links.proven), countOrDash(links.unproven), 'linked by hash'],
    ['entries', formatCount(report.entries), '', `${counted(slots.noEntries, 'block')} without entries`],
    ['ticks', formatCount(report.ticks), '', 'counted from both ends'],
    [
      'transactions',
      formatCount(transactions),
      '',
      `${counted(slots.entriesOnly, 'block')} with entries only`,
    ],
    ['rows of other tables', formatCount(report.lookupRows), '', 'counted against the transactions'],
  ];
  if (report.sandwiches !== null)
    rows.push(['sandwiches', formatCount(report.sandwiches), '', 'found again in the stored swaps']);
  if (slots.expired > 0)
    rows.push(['expired', formatCount(slots.expired), '', 'blocks with rows gone for their age']);
  if (poh !== null) {
    const unproven = poh.entriesWithoutSignatures + poh.entriesWithoutStart;
    const because = unprovenBecause(poh.entriesWithoutSignatures, poh.entriesWithoutStart);
    const recomputed = `${counted(poh.hashes, 'hash', 'hashes')} recomputed`;
    rows.push(
      ['hash chain, entries', formatCount(poh.entriesProven), countOrDash(unproven), because],
      ['hash chain, ticks', formatCount(poh.ticksProven), '', recomputed],
    );
  }
  const verdict = describeProblemCount(report);
  if (problemCount === 0) return `${formatTable(rows)}\n\n${verdict}`;
  const list = problems.map(({ rule, slot, toSlot, detail }) => [
    toSlot === slot ? String(slot) : `${slot} to ${toSlot}`,
    RULE_TEXTS[rule],
    detail,
  ]);
  const rest = problemCount - problems.length;
  return (
    `${formatTable(rows)}\n\n${formatTable([['slot', 'what is wrong', ''], ...list])}\n` +
    `${rest > 0 ? `and ${formatCount(rest)} more\n` : ''}\n${verdict}`
  );
}

/** `Slots 5 to 9: 1 thing is WRONG.` */
export function describeProblemCount({
  fromSlot,
  toSlot,
  problemCount,
}: Pick<VerifyReport, 'fromSlot' | 'toSlot' | 'problemCount'>): string {
  const what = `Slots ${fromSlot} to ${toSlot}`;
  if (problemCount === 0) return `${what}: nothing is wrong.`;
  return `${what}: ${counted(problemCount, 'thing')} ${problemCount === 1 ? 'is' : 'are'} WRONG.`;
}

function countOrDash(count: number): string {
  return count === 0 ? '–' : formatCount(count);
}

function unprovenBecause(withoutSignatures: number, withoutStart: number): string {
  const reasons = [
    ...(withoutSignatures > 0 ? [`${formatCount(withoutSignatures)} whose transactions are not stored`] : []),
    ...(withoutStart > 0 ? [`${formatCount(withoutStart)} after a hash that is not stored`] : []),
  ];
  return reasons.join(', ');
}
