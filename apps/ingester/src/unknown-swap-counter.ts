import type { UnknownFrame } from '@tickscope/dex';
import type { Counter } from 'prom-client';

/** Anyone can deploy programs, so the number of label sets is bounded. Further ones are counted as `other`. */
const MOST_LABELLED = 200;

/** Returns a function that counts frames in a metric by program, first byte (two hex digits; `none`) and inferred. */
export function unknownSwapCounter(
  counter: Counter<'program' | 'first_byte' | 'inferred'>,
): (frames: readonly UnknownFrame[]) => void {
  const labelled = new Set<string>();
  return (frames) => {
    for (const { programId, firstByte, isInferred } of frames) {
      const byte = firstByte === null ? 'none' : firstByte.toString(16).padStart(2, '0');
      const key = `${programId} ${byte}`;
      if (labelled.size < MOST_LABELLED) labelled.add(key);
      const labels = labelled.has(key)
        ? { program: programId, first_byte: byte }
        : { program: 'other', first_byte: 'other' };
      counter.inc({ ...labels, inferred: String(isInferred) });
    }
  };
}
