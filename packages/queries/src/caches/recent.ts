/** A cache. Each value has its own lifetime; the least recently used value is evicted first. */
export class Recent<Value> {
  readonly #most: number;
  readonly #now: () => number;
  /** A `Map` iterates in insertion order: reinserting an entry on use makes the first one the least recently used. */
  readonly #entries = new Map<string, { value: Value; endsAt: number }>();

  /** @param options.now milliseconds */
  constructor(options: { most: number; now?: () => number }) {
    this.#most = options.most;
    this.#now = options.now ?? Date.now;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.endsAt <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: Value, forMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, endsAt: this.#now() + forMs });
    if (this.#entries.size <= this.#most) return;
    const [leastUsed] = this.#entries.keys();
    if (leastUsed !== undefined) this.#entries.delete(leastUsed);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
