import { setTimeout as sleep } from 'node:timers/promises';

/** A node that runs answers within seconds. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 500;

/**
 * Waits a while for the first block of a stream that others run. Where it does not come, what is stored can be asked about all
 * the same, and the terminal says so now and when it has come.
 *
 * @param url of the ingester, which runs
 */
export async function streamBegins(
  url: string,
  logFile: string,
  { say, signal }: { say(line: string): void; signal: AbortSignal },
): Promise<void> {
  const reason = await notReadyFor(url, signal, PATIENCE_MS);
  if (reason === null) return;
  say(
    `There is no stream yet (${reason}). What is stored can be asked about; the ingester goes on trying: ${logFile}`,
  );
  void notReadyFor(url, signal, Number.POSITIVE_INFINITY).then((left) => {
    if (left === null) say('The stream is there: blocks are stored.');
  });
}

/** Null as soon as the ingester stores blocks; why it does not after so long, or at the stop. */
async function notReadyFor(url: string, signal: AbortSignal, forMs: number): Promise<string | null> {
  const deadline = Date.now() + forMs;
  for (;;) {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response?.ok === true) return null;
    const reason = response === null ? 'the ingester does not answer' : (await response.text()).trim();
    if (signal.aborted || Date.now() > deadline) return reason;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}
