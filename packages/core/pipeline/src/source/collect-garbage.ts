import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Wait before a collection, so that callers have let go of what they closed; long, because each repaired range asks for one. */
const WAIT_MS = 500;

let collect: (() => void) | null = null;
let isPlanned = false;

/**
 * Runs one full garbage collection shortly afterwards, however often it is called until then. For native objects that
 * give up a resource only when they are collected. It stops the process for some 15 ms, and more with a large heap.
 */
export function collectGarbageSoon(): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    collect ??= exposedCollector();
    collect();
  }, WAIT_MS).unref();
}

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
