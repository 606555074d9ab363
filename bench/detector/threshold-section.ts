import type { Swap } from '@tickscope/dex';
import { type BlockTrades, DEFAULT_THRESHOLDS, detectSandwiches, type Thresholds } from '@tickscope/sandwich';
import { ROWS } from '@tickscope/simulator';
import { FLOWS, FULL_SIZE, honestFlow } from '@tickscope/testkit/flows/honest-flow';
import { type RowChain, rowChain, tallyRows } from '../../test/detection/row-score.js';
import { denseChain, type PlantedChain, score } from '../../test/detection/score.js';
import { markdownTable } from '../support/report.js';
import { countedAt } from './flow-section.js';

/** Values on both sides of each default. */
const VALUES: Readonly<Record<keyof Thresholds, readonly number[]>> = {
  exactQuantity: [1e-4, 0.01],
  looseQuantity: [0.05, 0.2],
  privateProgramQuantity: [0.001, 0.05],
  shortSpan: [2, 8],
  victimShare: [1e-4, 0.01],
  tripQuantity: [0.001, 0.05],
  botTrips: [3, 8],
  botPools: [2, 5],
  botGains: [0.5, 0.9],
  botAims: [0.2, 0.8],
  botSpan: [6, 20],
  scalperAims: [0.1, 0.4],
  relayerAuthorities: [2, 10],
  limitUsedUp: [0.6, 0.95],
  limitUsed: [0.3, 0.7],
  unclearLimitUsed: [0.5, 0.97],
  limitHardlyUsed: [0.15, 0.45],
  aimUsed: [0.3, 0.7],
  aimChance: [0.03, 0.3],
  suspectedQuantityMin: [0.5],
  suspectedQuantityMax: [2],
};

type Block = BlockTrades<Swap>;
const ofSwaps =
  (change: (swap: Swap) => Swap) =>
  (block: Block): Block => ({ ...block, swaps: block.swaps.map(change) });

/** A rule is taken out by keeping from the detector what it goes by. */
const WITHHELD: readonly (readonly [name: string, prepare: (block: Block) => Block])[] = [
  ['limits of victims (rule 10)', ofSwaps((swap) => ({ ...swap, limit: null, routeLimit: null }))],
  ['tips (rules 3 and 10)', (block) => ({ ...block, tips: [] })],
  ['token links (rule 1, L3)', (block) => ({ ...block, tokenLinks: [] })],
  [
    'token accounts (rule 1, L2)',
    ofSwaps((swap) => ({
      ...swap,
      source: { ...swap.source, account: null },
      destination: { ...swap.destination, account: null },
    })),
  ],
  [
    'outer programs (rule 1, L4, and rule 11)',
    ofSwaps((swap) => ({ ...swap, outerProgramId: swap.programId })),
  ],
  ['fee payers (rule 1, L1)', ofSwaps((swap) => ({ ...swap, feePayer: swap.trader }))],
  ['liquidity and pool events (rule 6)', (block) => ({ ...block, poolEvents: [] })],
  ['compute-unit prices (rule 6, wash)', ofSwaps((swap) => ({ ...swap, computeUnitPrice: null }))],
];

const FLOW_NAMES = ['holders 20 %, 50 slots', 'rings', 'makers, arbitrage, routes, holders'] as const;
const FLOW_SLOTS = 100;
const PLANTED_SLOTS = 500;

interface Corpora {
  planted: PlantedChain;
  rows: RowChain;
  flows: Block[][];
}

function corporaOf(seed: number, rowSlots: number): Corpora {
  return {
    planted: denseChain(`planted-${seed}`, PLANTED_SLOTS),
    rows: rowChain(seed, { slots: rowSlots }),
    flows: FLOW_NAMES.map((name) => [...honestFlow(FLOWS[name]!, { ...FULL_SIZE, slots: FLOW_SLOTS, seed })]),
  };
}

/** Precision and recall on the planted corpus, attacks and look-alikes counted on the rows, and false ones in flows. */
function measured(
  { planted, rows, flows }: Corpora,
  thresholds: Partial<Thresholds>,
  prepare: (block: Block) => Block,
): string[] {
  const detect = (blocks: readonly Block[]) => detectSandwiches(blocks.map(prepare), { thresholds });
  // Compared by position: what was prepared is another object than what the labels were made of.
  const { precision, recall } = score(detect(planted.blocks), planted.labels);
  const tally = { attacks: [0, 0], others: [0, 0] } as {
    attacks: [number, number];
    others: [number, number];
  };
  const tallies = tallyRows(detect(rows.blocks), rows.labels);
  for (const { name, isAttack } of ROWS) {
    const of = isAttack ? tally.attacks : tally.others;
    of[0] += tallies.get(name)?.counted ?? 0;
    of[1] += tallies.get(name)?.scenes ?? 0;
  }
  const swaps = flows.flat().reduce((sum, block) => sum + block.swaps.length, 0);
  const counted = flows.reduce((sum, flow) => sum + countedAt(detect(flow), 10), 0);
  const percent = (share: number): string => (100 * share).toFixed(2);
  return [
    percent(precision),
    percent(recall),
    percent(tally.attacks[0] / tally.attacks[1]),
    percent(tally.others[0] / tally.others[1]),
    ((counted * 100_000) / swaps).toFixed(2),
  ];
}

const HEAD = ['precision', 'recall', 'attacks', 'look-alikes', 'flows'];

interface Scale {
  tuned: number;
  reported: number;
  /** Figures of the chain in which the rows are played. */
  rowSlots: number;
}

type LineOf = (name: string, thresholds: Partial<Thresholds>, prepare?: (block: Block) => Block) => string[];

/** Measures a line of the tables, on the first seed and on the second. */
function linesAt({ tuned, reported, rowSlots }: Scale): LineOf {
  const corpora = [corporaOf(tuned, rowSlots), corporaOf(reported, rowSlots)];
  return (name, thresholds, prepare = (block) => block) => {
    const line = [name, ...corpora.flatMap((one) => measured(one, thresholds, prepare))];
    process.stderr.write(`${line.join(' | ')}\n`);
    return line;
  };
}

function sweep(lineOf: LineOf, fields: readonly (keyof Thresholds)[]): string[][] {
  return fields.flatMap((field) =>
    VALUES[field].map((value) =>
      lineOf(`\`${field}\` ${value} (not ${DEFAULT_THRESHOLDS[field]})`, { [field]: value }),
    ),
  );
}

const headingAt = ({ tuned, reported }: Scale, first: string): string[] => [
  first,
  ...[tuned, reported].flatMap((seed) => HEAD.map((name) => `${name}, seed ${seed}`)),
];

const FIELDS = Object.keys(VALUES) as (keyof Thresholds)[];

/** The lines of some thresholds, after that of the defaults. */
export function sweptSection(scale: Scale, names: readonly string[]): string {
  const unknown = names.find((name) => !FIELDS.some((field) => field === name));
  if (unknown !== undefined) throw new Error(`--threshold is one of ${FIELDS.join(', ')}, not ${unknown}`);
  const lineOf = linesAt(scale);
  const chosen = FIELDS.filter((field) => names.includes(field));
  return markdownTable([headingAt(scale, 'setting'), lineOf('defaults', {}), ...sweep(lineOf, chosen)]);
}

/** Shows the trade-off of each threshold, and the effect of each rule. Chosen on the first seed, reported on the second. */
export function thresholdSection(scale: Scale): string {
  const lineOf = linesAt(scale);
  const defaults = lineOf('defaults', {});
  const swept = sweep(lineOf, FIELDS);
  const without = WITHHELD.map(([name, prepare]) => lineOf(name, {}, prepare));
  return [
    '## What each threshold trades',
    `Precision and recall, in percent, on a generated chain with planted sandwiches (${PLANTED_SLOTS} slots); attacks and look-alikes of the rows that are counted, in percent (a chain of ${scale.rowSlots} slots); counted in 100,000 swaps of three flows without an attacker at ±10 (${FLOW_NAMES.join('; ')}; ${FLOW_SLOTS} slots each). Defaults were chosen on odd seeds.`,
    markdownTable([headingAt(scale, 'setting'), defaults, ...swept]),
    '## What each rule adds',
    'The same with the defaults, where the detector does not see what a rule goes by.',
    markdownTable([headingAt(scale, 'withheld'), defaults, ...without]),
  ].join('\n\n');
}
