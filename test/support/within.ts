import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until it is so; false when it was not within the time. What rejects is not so. */
export async function within(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) {
    if (await isSo().catch(() => false)) return true;
    await sleep(100);
  }
  return false;
}
