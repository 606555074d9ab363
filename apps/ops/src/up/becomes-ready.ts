import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '@tickscope/command-line';

/** Against hanging: a busy machine takes a minute to start a program. One that ends says so, and is started again. */
const READY_DEADLINE_MS = 180_000;

export interface Supervised {
  logFile: string;
  isListening(): boolean;
}

/** @param url of the program's `/readyz`; may be another after a restart */
export function becomesReady(url: () => string, program: Supervised, signal: AbortSignal): Promise<void> {
  return until(
    async () => {
      if (!program.isListening()) return false;
      const response = await fetch(url(), { signal: AbortSignal.timeout(2_000) }).catch(() => null);
      return response?.ok === true;
    },
    () => `${url()} does not become ready; its log says why: ${program.logFile}`,
    signal,
  );
}

/** @param title opens the sentence of the error */
export function listens(title: string, program: Supervised, signal: AbortSignal): Promise<void> {
  return until(
    async () => program.isListening(),
    () => `${title} does not listen; its log says why: ${program.logFile}`,
    signal,
  );
}

async function until(isSo: () => Promise<boolean>, why: () => string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (!signal.aborted && !(await isSo())) {
    if (Date.now() > deadline) throw new CliError(why());
    await sleep(100);
  }
}
