import type { FaultOptions } from '@tickscope/simulator';
import { Random } from '@tickscope/testkit/random';

export type EventKind =
  | 'kill ingester'
  | 'kill ClickHouse'
  | 'kill simulator'
  | 'stop ClickHouse'
  | 'stop ingester'
  | 'too many parts'
  | 'no room in ClickHouse'
  | 'disk full'
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

export const FIRST_SLOT = 432_000_000;

/** By turns, so that two rounds in a row have had them all; what else happens is drawn. */
const MUSTS: readonly (readonly EventKind[])[] = [
  ['kill ingester', 'disk full'],
  ['kill ClickHouse', 'kill simulator', 'clock jump'],
];
const KILLS: readonly EventKind[] = ['kill ingester', 'kill ClickHouse', 'kill simulator'];
const OTHERS: readonly EventKind[] = [
  ...(['stop ClickHouse', 'stop ClickHouse', 'stop ingester', 'too many parts'] as const),
  ...(['no room in ClickHouse', 'clock jump'] as const),
];
const DRAWN_EVENTS = 3;
const LASTING: ReadonlySet<EventKind> = new Set([
  'stop ClickHouse',
  'stop ingester',
  'too many parts',
  'no room in ClickHouse',
]);
/** The queue in memory is full before the spill is needed at all. */
const DISK_FULL_MS = 6_000;
const SLOT_MS = 45;
/** Until the first event: a database that holds nothing has nothing to go on from. */
const QUIET_MS = 2_500;
/** From the last event to the end of the chain. */
const LAST_MS = 3_000;

/** In each round one of three is left out, never the same twice in a row. */
const STREAM_FAULTS = [
  ...(['duplicate', 'drop', 'reorder', 'half slot', 'wrong counts'] as const),
  ...(['truncate', 'garbage', 'fork', 'stall', 'disconnect'] as const),
];

/** Plans one run of a chain: the same seed and number, the same round. */
export function planRound(seed: number, number: number): Round {
  const random = new Random(seed * 1_000 + number);
  const mode = number % 3 === 2 ? 'messages' : 'blocks';
  const drawn = Array.from({ length: DRAWN_EVENTS }, () => random.pick(random.chance(3, 5) ? KILLS : OTHERS));
  const { events, endMs } = layOut(random.shuffled([...MUSTS[number % 2]!, ...drawn]), random);
  const slots = Math.ceil((endMs + LAST_MS) / SLOT_MS);
  return {
    seed: `chaos ${seed}/${number}`,
    mode,
    slots,
    slotMs: SLOT_MS,
    events,
    faults: { seed: `chaos ${seed}/${number}`, ...streamFaults(number, mode, slots, random) },
  };
}

function streamFaults(
  number: number,
  mode: Round['mode'],
  slots: number,
  random: Random,
): Partial<FaultOptions> {
  const isOn = (fault: (typeof STREAM_FAULTS)[number]): boolean =>
    (number + STREAM_FAULTS.indexOf(fault)) % 3 !== 2;
  /** Draws a share of whole blocks, or of single messages, of which there are a hundred times as many. */
  const share = (most: number, mostOfMessages = most): number =>
    ((mode === 'blocks' ? most : mostOfMessages) * (300 + random.below(700))) / 1_000;
  const slot = (): number => FIRST_SLOT + 30 + random.below(slots - 100);
  return {
    ...(isOn('duplicate') && { duplicateShare: share(0.1) }),
    ...(isOn('drop') && { dropShare: share(0.02, 0.000_3) }),
    ...(isOn('reorder') && { reorderWindow: random.pick([4, mode === 'messages' ? 300 : 8]) }),
    ...(isOn('half slot') && { halfSlotShare: share(0.02) }),
    ...(isOn('wrong counts') && {
      wrongCountSlots: [slot(), slot(), slot()],
      wrongCountShare: share(0.02),
    }),
    ...(isOn('truncate') && {
      truncateAt: [80 + random.below(200), 400 + random.below(200)],
      truncateShare: share(0.003, 0.000_05),
    }),
    ...(isOn('garbage') && { garbageShare: share(0.003, 0.000_05) }),
    ...(isOn('fork') && mode === 'blocks' && { forkShare: share(0.03) }),
    forkPlace: random.pick(['before', 'after', 'instead'] as const),
    ...(isOn('stall') && { stallAt: random.pick([[150], [300, 900]]), stallMs: 1_500 }),
    ...(isOn('disconnect') && { disconnectEvery: 200 }),
  };
}

/** One after the other, with pauses of any length between them. */
function layOut(kinds: readonly EventKind[], random: Random): { events: ChaosEvent[]; endMs: number } {
  let endMs = QUIET_MS;
  const events = kinds.map((kind) => {
    const event = { atMs: endMs, kind, forMs: durationMs(kind, random) };
    endMs += event.forMs + 600 + random.below(2_500);
    return event;
  });
  return { events, endMs };
}

function durationMs(kind: EventKind, random: Random): number {
  if (kind === 'disk full') return DISK_FULL_MS;
  return LASTING.has(kind) ? 500 + random.below(4_000) : 0;
}
