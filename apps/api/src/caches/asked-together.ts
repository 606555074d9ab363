/** A question that is being answered, and when whoever asked it leaves. */
interface Asking<Value> {
  value: Promise<Value>;
  signal: AbortSignal;
}

/** @param look gets the answer; with the question's own signal */
export type AskTogether<Value> = (
  key: string,
  signal: AbortSignal,
  look: () => Promise<Value>,
) => Promise<Value>;

/**
 * Questions that are equal and asked at once are answered together, by one of them: when what many ask about is not known
 * yet, or not any more, it is looked up once.
 */
export function askedTogether<Value>(): AskTogether<Value> {
  const underWay = new Map<string, Asking<Value>>();
  return async (key, signal, look) => {
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      try {
        return await other.value;
      } catch (error) {
        // Whoever left took the question along: it is nobody's failure but theirs.
        if (!other.signal.aborted || signal.aborted) throw error;
      }
    }
    const asking: Asking<Value> = { signal, value: look().finally(() => underWay.delete(key)) };
    underWay.set(key, asking);
    return asking.value;
  };
}
