import type { FaultOptions } from '@tickscope/simulator';
import { Random } from '../../packages/store/src/testing/random.js';

export type EventKind =
  | 'kill ingester'
  | 'kill ClickHouse'
  | 'kill simulator'
  | 'stop ClickHouse'
  | 'stop ingester'
  | 'too many parts'
  | 'no room in ClickHouse'
  | 'clock jump';

export interface ChaosEvent {
  atMs: number;
  kind: EventKind;
  /** How long it lasts; 0 for what is over at once. */
  forMs: number;
}

export interface Round {
  seed: string;
  mode: 'blocks' | 'messages';
  slots: number;
  slotMs: number;
  faults: Partial<FaultOptions>;
  /** In order; none begins while another lasts. */
  events: ChaosEvent[];
}

const KILLS: readonly EventKind[] = ['kill ingester', 'kill ClickHouse', 'kill simulator'];
const OTHERS: readonly EventKind[] = [
  ...(['stop ClickHouse', 'stop ClickHouse', 'stop ingester', 'too many parts'] as const),
  ...(['no room in ClickHouse', 'clock jump'] as const),
];
const LASTING: ReadonlySet<EventKind> = new Set([
  'stop ClickHouse',
  'stop ingester',
  'too many parts',
  'no room in ClickHouse',
]);
const SLOTS = 450;
const SLOT_MS = 45;
/** Until the first event: a database that holds nothing has nothing to go on from. */
const QUIET_MS = 2_500;

/** What is done to one run of a chain: the same seed and number, the same round. */
export function planRound(seed: number, number: number): Round {
  const random = new Random(seed * 1_000 + number);
  const mode = number % 3 === 2 ? 'messages' : 'blocks';
  const events: ChaosEvent[] = [];
  for (let atMs = QUIET_MS; atMs < SLOTS * SLOT_MS; ) {
    const kind = random.pick(random.chance(3, 5) ? KILLS : OTHERS);
    const forMs = LASTING.has(kind) ? 500 + random.below(4_000) : 0;
    events.push({ atMs, kind, forMs });
    atMs += forMs + 800 + random.below(3_500);
  }
  const share = (most: number): number => (random.below(3) === 0 ? 0 : (most * random.below(1_000)) / 1_000);
  return {
    seed: `chaos ${seed}/${number}`,
    mode,
    slots: SLOTS,
    slotMs: SLOT_MS,
    events,
    faults: {
      seed: `chaos ${seed}/${number}`,
      duplicateShare: share(0.1),
      dropShare: share(mode === 'blocks' ? 0.02 : 0.000_3),
      reorderWindow: random.pick([0, 0, 4, mode === 'messages' ? 300 : 8]),
      halfSlotShare: share(0.02),
      wrongCountShare: share(0.02),
      forkShare: mode === 'blocks' ? share(0.03) : 0,
      forkPlace: random.pick(['before', 'after', 'instead'] as const),
      garbageShare: share(mode === 'blocks' ? 0.003 : 0.000_05),
      truncateShare: share(mode === 'blocks' ? 0.003 : 0.000_05),
      disconnectEvery: random.pick([0, 0, 200]),
      stallAt: random.pick([[], [150], [300, 900]]),
      stallMs: 1_500,
    },
  };
}
