import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits. An abort ends the wait early without an error. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => {});
}

/** Like `sleep`, but yields to I/O even if there is no time to wait. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await (ms > 0 ? sleep(ms, signal) : setImmediate());
}
