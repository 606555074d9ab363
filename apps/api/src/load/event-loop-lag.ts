import { monitorEventLoopDelay } from 'node:perf_hooks';

const LOOK_EVERY_MS = 500;
const SAMPLE_EVERY_MS = 10;
/** The median of so many leaves out a single long pause, such as a collection of garbage: it is over when it is seen. */
const FEWEST_SAMPLES = 3;

export interface EventLoopLag {
  /** The median lateness of the event loop at the last look, in milliseconds. */
  nowMs(): number;
  stop(): void;
}

/** Watches how late the event loop of this process is. */
export function watchEventLoopLag(): EventLoopLag {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  delays.enable();
  let lagMs = 0;
  const timer = setInterval(() => {
    if (delays.count < FEWEST_SAMPLES) return;
    lagMs = delays.percentile(50) / 1e6 - SAMPLE_EVERY_MS;
    delays.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    nowMs: () => lagMs,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
