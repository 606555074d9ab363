/** Of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** What the browser's own performance panel counts as scripting, rendering and painting. */
const WORK = new Set([
  ...['EventDispatch', 'FunctionCall', 'EvaluateScript', 'FireAnimationFrame', 'TimerFire', 'V8.GCScavenger'],
  ...['MinorGC', 'MajorGC', 'RunMicrotasks', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize'],
  ...['Commit', 'HitTest', 'IntersectionObserverController::computeIntersections', 'UpdateLayer'],
]);
const RASTER = new Set(['RasterTask', 'Rasterize', 'DecodeImage']);
const FRAME = 'BeginMainThreadFrame';
const MILLI = 1_000;

/** The work of each frame in milliseconds: on the main thread of the page, and of the threads that rasterise. */
export function framesOf(events: readonly TraceEvent[]): { main: number[]; raster: number[] } {
  const thread = busiestThread(events.filter(({ name }) => name === FRAME));
  if (thread === null) throw new Error('the trace has no frames');
  const starts = events
    .filter((event) => event.name === FRAME && isOf(event, thread))
    .map(({ ts }) => ts)
    .sort((left, right) => left - right);
  const work = outermost(
    events.filter((event) => event.ph === 'X' && WORK.has(event.name) && isOf(event, thread)),
  );
  const raster = events.filter(({ ph, name, pid }) => ph === 'X' && RASTER.has(name) && pid === thread.pid);
  return { main: sums(starts, work), raster: sums(starts, raster) };
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

/** Without those that lie within another one, whose time holds theirs. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY;
  return events
    .toSorted((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/** Per frame: what began from its start to that of the next; input is handled before the frame that shows it. */
function sums(starts: readonly number[], events: readonly TraceEvent[]): number[] {
  const totals = new Array<number>(Math.max(0, starts.length - 1)).fill(0);
  for (const { ts, dur = 0 } of events) {
    const at = starts.findIndex((start, index) => ts >= start && ts < (starts[index + 1] ?? start));
    if (at >= 0) totals[at] = totals[at]! + dur / MILLI;
  }
  return totals;
}
