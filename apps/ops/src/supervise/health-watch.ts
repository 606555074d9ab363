import { setTimeout as sleep } from 'node:timers/promises';

/** A process that hangs is noticed within half a minute. */
const ASK_EVERY_MS = 4_000;
const ANSWER_WITHIN_MS = 5_000;
/** A busy machine misses one. */
export const MOST_MISSES = 3;

export interface HealthQuestion {
  /** Resolves where the part answers, whatever it says, and rejects where it does not. */
  ask(signal: AbortSignal): Promise<unknown>;
  /** Overrides `ASK_EVERY_MS`, for tests. */
  askEveryMs?: number;
  /** Overrides `ANSWER_WITHIN_MS`, for tests. */
  answerWithinMs?: number;
}

export interface HealthWatch extends HealthQuestion {
  /** Called once, after so many questions in a row without an answer. */
  onHung(): void;
}

/** Asks a part again and again whether it is there, until the signal is aborted: a process that hangs does not end by itself. */
export async function watchHealth(watch: HealthWatch, signal: AbortSignal): Promise<void> {
  const { ask, onHung, askEveryMs = ASK_EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS } = watch;
  let misses = 0;
  while (!signal.aborted) {
    await sleep(askEveryMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    const isThere = await ask(AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)])).then(
      () => true,
      () => false,
    );
    misses = isThere ? 0 : misses + 1;
    if (misses < MOST_MISSES || signal.aborted) continue;
    onHung();
    return;
  }
}
