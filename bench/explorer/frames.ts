/** Event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Duration by the thread's own clock, which stands still while another thread has the core. */
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

const FRAME = 'BeginMainThreadFrame';
/** All that a thread does, without the pauses in between. */
const TASK = 'RunTask';
const RASTER = new Set(['RasterTask', 'Rasterize', 'DecodeImage']);
const MILLI = 1_000;

export interface Frames {
  main: number[];
  /** The same by the thread's own clock. */
  mainCpu: number[];
  raster: number[];
  /** Parts of a frame of the main thread, on average, the largest first: an event without those within it. */
  parts: [name: string, ms: number][];
}

/**
 * The work of each frame in milliseconds: of the page's main thread (all of its tasks between two frames), and of the threads
 * that rasterise.
 */
export function framesOf(events: readonly TraceEvent[]): Frames {
  const thread = busiestThread(events.filter(({ name }) => name === FRAME));
  if (thread === null) throw new Error('the trace has no frames');
  const starts = events
    .filter((event) => event.name === FRAME && isOf(event, thread))
    .map(({ ts }) => ts)
    .sort((left, right) => left - right);
  const own = events.filter((event) => event.ph === 'X' && isOf(event, thread));
  const tasks = own.filter(({ name }) => name === TASK);
  const raster = events.filter(({ ph, name, pid }) => ph === 'X' && RASTER.has(name) && pid === thread.pid);
  return {
    main: sums(starts, tasks, ({ dur = 0 }) => dur),
    mainCpu: sums(starts, tasks, ({ tdur = 0 }) => tdur),
    raster: sums(starts, raster, ({ dur = 0 }) => dur),
    parts: [...selfTimes(own)]
      .map(([name, total]): [string, number] => [name, total / MILLI / starts.length])
      .sort(([, left], [, right]) => right - left),
  };
}

const isOf = (event: TraceEvent, thread: { pid: number; tid: number }): boolean =>
  event.pid === thread.pid && event.tid === thread.tid;

/** Where most frames begin: the main thread of the page. */
function busiestThread(frames: readonly TraceEvent[]): { pid: number; tid: number } | null {
  const counts = new Map<string, { pid: number; tid: number; count: number }>();
  for (const { pid, tid } of frames) {
    const thread = counts.get(`${pid}.${tid}`) ?? { pid, tid, count: 0 };
    thread.count += 1;
    counts.set(`${pid}.${tid}`, thread);
  }
  return [...counts.values()].sort((left, right) => right.count - left.count)[0] ?? null;
}

/** The time of all events of a name on one thread, without that of the events within them. */
function selfTimes(events: readonly TraceEvent[]): Map<string, number> {
  const times = new Map<string, number>();
  const add = (name: string, time: number): unknown => times.set(name, (times.get(name) ?? 0) + time);
  const around: { name: string; end: number }[] = [];
  const sorted = events.toSorted((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0));
  for (const { name, ts, dur = 0 } of sorted) {
    while (around.length > 0 && around.at(-1)!.end <= ts) around.pop();
    add(name, dur);
    const outer = around.at(-1);
    if (outer !== undefined) add(outer.name, -dur);
    around.push({ name, end: ts + dur });
  }
  return times;
}

/** Per frame: what ended between its start and that of the next, so that the task in which it starts is its own. */
function sums(
  starts: readonly number[],
  events: readonly TraceEvent[],
  timeOf: (event: TraceEvent) => number,
): number[] {
  const totals = new Array<number>(Math.max(0, starts.length - 1)).fill(0);
  for (const event of events) {
    const end = event.ts + (event.dur ?? 0);
    const at = starts.findIndex((start, index) => end >= start && end < (starts[index + 1] ?? start));
    if (at >= 0) totals[at] = totals[at]! + timeOf(event) / MILLI;
  }
  return totals;
}
