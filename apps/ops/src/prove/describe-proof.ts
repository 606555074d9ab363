import {
  cleanSentence,
  cleanText,
  counted,
  formatBytes,
  formatCount,
  formatTable,
} from '@tickscope/command-line';
import { RULE_TEXTS } from '@tickscope/verify';
import { checksTable } from '../doctor/check.js';
import { describeProblemCount } from '../verify/report.js';
import { describeMeasured } from './describe-measured.js';
import type { Proof } from './proof.js';

const MOST_PROGRAMS = 20;
const MOST_PROBLEMS = 10;

/** The page that `tickscope doctor --prove` prints. */
export function describeProof(proof: Proof): string {
  const { machine } = proof;
  return [
    `Tickscope ${proof.tickscope}, ${proof.madeAt.slice(0, 19).replace('T', ' ')} UTC, on ${counted(machine.cores, 'core')} ` +
      `(${cleanText(machine.cpu)}), ${formatBytes(machine.memoryBytes)} of memory, ${machine.platform}, Node ${machine.node}`,
    ...endpointSection(proof),
    slotsSection(proof),
    describeMeasured(proof.measured),
    swapsSection(proof),
    ...unknownSection(proof),
    sandwichesSection(proof),
    ...problemsSection(proof),
    describeProblemCount(proof.verified),
  ].join('\n\n');
}

function endpointSection({ endpoint }: Proof): string[] {
  if (endpoint === null) return [];
  const checks = endpoint.checks.map((check) => ({ ...check, detail: cleanSentence(check.detail) }));
  return [checksTable(checks, 'the endpoint')];
}

function slotsSection({ verified: { slots, links, poh, fromSlot, toSlot, ...verified } }: Proof): string {
  return formatTable([
    ['the chain', '', ''],
    ['slots', formatCount(toSlot - fromSlot + 1), `${fromSlot} to ${toSlot}`],
    ['stored whole', formatCount(slots.full), 'entries and transactions'],
    ['without entries', formatCount(slots.noEntries), 'their ticks are not known'],
    ['with entries only', formatCount(slots.entriesOnly), 'their transactions are not known'],
    ['skipped', formatCount(slots.skipped), 'by the chain of parents'],
    ['missing', formatCount(slots.missing), ''],
    ['parents linked by hash', formatCount(links.proven), `${formatCount(links.unproven)} not provable`],
    ['transactions', formatCount(verified.transactions), ''],
    ['entries', formatCount(verified.entries), counted(verified.ticks, 'tick')],
    ...(poh === null ? [] : [pohRow(poh)]),
    [
      'sandwiches compared',
      formatCount(verified.sandwiches ?? 0),
      'with those found again in the stored swaps',
    ],
  ]);
}

function pohRow(poh: NonNullable<Proof['verified']['poh']>): string[] {
  const { entriesProven: proven, entriesWithoutSignatures, entriesWithoutStart, hashes } = poh;
  const entries = formatCount(proven + entriesWithoutSignatures + entriesWithoutStart);
  const what = `of ${entries}; ${counted(hashes, 'hash', 'hashes')} recomputed`;
  return ['entries proven by PoH', formatCount(proven), what];
}

function swapsSection({ swaps }: Proof): string {
  const sum = (field: 'decoded' | 'inferred' | 'failed'): string =>
    formatCount(swaps.reduce((total, program) => total + program[field], 0));
  const rows = swaps
    .slice(0, MOST_PROGRAMS)
    .map((program) => [
      cleanText(program.dexName),
      formatCount(program.decoded),
      formatCount(program.inferred),
      formatCount(program.failed),
      program.programId,
    ]);
  return [
    formatTable([
      ['swaps', 'decoded', 'inferred', 'failed', 'program'],
      ...rows,
      ['all', sum('decoded'), sum('inferred'), sum('failed'), ''],
    ]),
    ...restOf(swaps.length),
  ].join('\n');
}

function unknownSection({ unknownSwaps }: Proof): string[] {
  if (unknownSwaps.length === 0) return ['Not decoded: none. Every call that looks like a swap was decoded.'];
  const rows = unknownSwaps
    .slice(0, MOST_PROGRAMS)
    .map(({ programId, firstByte, frames, inferredFrames }) => [
      programId,
      firstByte === null ? 'no data' : `0x${firstByte.toString(16).padStart(2, '0')}`,
      formatCount(frames),
      formatCount(inferredFrames),
    ]);
  const heading = ['calls not decoded', 'first byte', 'calls', 'inferred'];
  return [[formatTable([heading, ...rows]), ...restOf(unknownSwaps.length)].join('\n')];
}

function sandwichesSection({ sandwiches }: Proof): string {
  if (sandwiches.length === 0) return 'Sandwiches: none.';
  const rows = sandwiches
    .slice(0, MOST_PROGRAMS)
    .map(({ dexName, exact, loose, suspected, victims }) => [
      cleanText(dexName),
      ...[exact, loose, suspected, victims].map(formatCount),
    ]);
  const heading = ['sandwiches', 'exact', 'loose', 'suspected', 'victims'];
  return [formatTable([heading, ...rows]), ...restOf(sandwiches.length)].join('\n');
}

function restOf(count: number): string[] {
  return count > MOST_PROGRAMS ? [`and ${formatCount(count - MOST_PROGRAMS)} more`] : [];
}

function problemsSection({ verified: { problems, problemCount }, notes }: Proof): string[] {
  const rows = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ rule, slot, toSlot, detail }) => [
      toSlot === slot ? String(slot) : `${slot} to ${toSlot}`,
      RULE_TEXTS[rule],
      cleanSentence(detail),
    ]);
  const more = problemCount - rows.length;
  return [
    ...(notes.length === 0 ? [] : [notes.map((note) => `note: ${cleanSentence(note)}`).join('\n')]),
    ...(rows.length === 0
      ? []
      : [
          `${formatTable([['slot', 'what is wrong', ''], ...rows])}${more > 0 ? `\nand ${formatCount(more)} more` : ''}`,
        ]),
  ];
}
