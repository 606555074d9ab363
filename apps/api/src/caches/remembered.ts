import { askedTogether } from './asked-together.js';
import { Recent } from './recent.js';

/** An answer, and for how long it is given to whoever asks the same. */
export interface Found<Value> {
  value: Value;
  forMs: number;
}

/** @param look gets the answer where none is remembered; with the question's own signal */
export type Remembered<Value> = (
  key: string,
  signal: AbortSignal,
  look: () => Promise<Found<Value>>,
) => Promise<Value>;

/** Answers that are remembered for a time, `most` at once; what is not known is looked up by one of those who ask it. */
export function remembered<Value>(most: number): Remembered<Value> {
  const recent = new Recent<Value>({ most });
  const together = askedTogether<Value>();
  return async (key, signal, look) =>
    recent.get(key) ??
    together(key, signal, async () => {
      const { value, forMs } = await look();
      recent.set(key, value, forMs);
      return value;
    });
}
