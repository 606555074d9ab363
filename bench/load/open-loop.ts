import { setTimeout as sleep } from 'node:timers/promises';

/** How long the last answers may take after the last request. */
const LAST_ANSWERS_MS = 40_000;

export interface Arrivals {
  sent: number;
  /** The most that were under way at once. */
  mostAtOnce: number;
  /** The latest that a request was sent after its time: what the sender itself is to blame for. */
  worstDelayMs: number;
  /** From the first to the last answer. */
  tookSeconds: number;
}

/**
 * Sends requests at their times, which do not wait for answers: a slow server gets as many as a fast one. The times
 * between two are those of callers who know nothing of each other (exponential).
 *
 * @param send gets the time at which its request was due, as `performance.now()` has it
 */
export async function openLoop(
  { perSecond, seconds, random }: { perSecond: number; seconds: number; random: () => number },
  send: (dueAt: number) => Promise<void>,
): Promise<Arrivals> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const inFlight = new Set<Promise<void>>();
  const arrivals: Arrivals = { sent: 0, mostAtOnce: 0, worstDelayMs: 0, tookSeconds: 0 };
  const gapMs = () => (-Math.log(1 - random()) * 1_000) / perSecond;
  for (let dueAt = startedAt + gapMs(); dueAt < endsAt; dueAt += gapMs()) {
    const early = dueAt - performance.now();
    if (early > 1) await sleep(early);
    arrivals.worstDelayMs = Math.max(arrivals.worstDelayMs, performance.now() - dueAt);
    const sent = send(dueAt).finally(() => inFlight.delete(sent));
    inFlight.add(sent);
    arrivals.sent += 1;
    arrivals.mostAtOnce = Math.max(arrivals.mostAtOnce, inFlight.size);
  }
  await Promise.race([Promise.all(inFlight), sleep(LAST_ANSWERS_MS, undefined, { ref: false })]);
  arrivals.tookSeconds = (performance.now() - startedAt) / 1_000;
  if (inFlight.size > 0) throw new Error(`${inFlight.size} requests are not answered`);
  return arrivals;
}
