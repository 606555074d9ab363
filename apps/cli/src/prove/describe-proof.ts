import { RULE_TEXTS } from '@tickscope/queries/verify/report';
import { formatBytes, formatCount, formatTable } from '../table.js';
import { cleanText } from '../terminal-text.js';
import { describeMeasured } from './describe-measured.js';
import type { Proof } from './proof.js';

const MARKS = { ok: 'ok', note: 'note', bad: 'BAD' };
const MOST_PROGRAMS = 20;
const MOST_PROBLEMS = 10;
const MOST_TEXT = 200;

/** The page that `tickscope prove` prints. */
export function describeProof(proof: Proof): string {
  const { machine } = proof;
  return [
    `Tickscope ${proof.tickscope}, ${proof.madeAt.slice(0, 19).replace('T', ' ')} UTC, on ${machine.cores} cores ` +
      `(${cleanText(machine.cpu)}), ${formatBytes(machine.memoryBytes)} of memory, ${machine.platform}, Node ${machine.node}`,
    ...endpointSection(proof),
    slotsSection(proof),
    describeMeasured(proof.measured),
    swapsSection(proof),
    ...unknownSection(proof),
    sandwichesSection(proof),
    ...problemsSection(proof),
    verdictOf(proof),
  ].join('\n\n');
}

function endpointSection({ endpoint }: Proof): string[] {
  if (endpoint === null) return [];
  const rows = endpoint.checks.map(({ what, state, detail }) => [
    MARKS[state],
    what,
    cleanText(detail, MOST_TEXT),
  ]);
  return [formatTable([['', 'the endpoint', ''], ...rows])];
}

function slotsSection({ verified: { slots, links, poh, ...verified } }: Proof): string {
  const entries =
    poh === null ? null : poh.entriesProven + poh.entriesWithoutSignatures + poh.entriesWithoutStart;
  return formatTable([
    ['the chain', '', ''],
    [
      'slots',
      formatCount(verified.toSlot - verified.fromSlot + 1),
      `${verified.fromSlot} to ${verified.toSlot}`,
    ],
    ['stored whole', formatCount(slots.full), 'entries and transactions'],
    ['without entries', formatCount(slots.noEntries), 'their ticks are not known'],
    ['with entries only', formatCount(slots.entriesOnly), 'their transactions are not known'],
    ['skipped', formatCount(slots.skipped), 'by the chain of parents'],
    ['missing', formatCount(slots.missing), ''],
    ['parents linked by hash', formatCount(links.proven), `${formatCount(links.unproven)} not provable`],
    ['transactions', formatCount(verified.transactions), ''],
    ['entries', formatCount(verified.entries), `${formatCount(verified.ticks)} ticks`],
    ...(poh === null || entries === null
      ? []
      : [
          [
            'entries proven by PoH',
            formatCount(poh.entriesProven),
            `of ${formatCount(entries)}; ${formatCount(poh.hashes)} hashes recomputed`,
          ],
        ]),
    [
      'sandwiches compared',
      formatCount(verified.sandwiches ?? 0),
      'with those found again in the stored swaps',
    ],
  ]);
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
  if (unknownSwaps.length === 0)
    return ['Not decoded: none. Every call that looks like a swap has a layout.'];
  const rows = unknownSwaps
    .slice(0, MOST_PROGRAMS)
    .map(({ programId, firstByte, frames, inferredFrames }) => [
      programId,
      firstByte === null ? 'no data' : `0x${firstByte.toString(16).padStart(2, '0')}`,
      formatCount(frames),
      formatCount(inferredFrames),
    ]);
  const heading = ['calls without a layout', 'first byte', 'calls', 'inferred'];
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
      cleanText(detail, MOST_TEXT),
    ]);
  const more = problemCount - rows.length;
  return [
    ...(notes.length === 0 ? [] : [notes.map((note) => `note: ${cleanText(note, MOST_TEXT)}`).join('\n')]),
    ...(rows.length === 0
      ? []
      : [
          `${formatTable([['slot', 'what is wrong', ''], ...rows])}${more > 0 ? `\nand ${formatCount(more)} more` : ''}`,
        ]),
  ];
}

function verdictOf({ verified: { fromSlot, toSlot, problemCount } }: Proof): string {
  const what = `Slots ${fromSlot} to ${toSlot}`;
  return problemCount === 0
    ? `${what}: nothing is wrong.`
    : `${what}: ${formatCount(problemCount)} things are WRONG.`;
}
