/** A wait that can be cut short. One waits at a time; waking while nobody does changes nothing. */
export class Nap {
  #end: (() => void) | null = null;

  /** Resolves after `ms` milliseconds (infinity: never by itself), or when woken. */
  async take(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(resolve, ms);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#end = null;
  }

  wake(): void {
    this.#end?.();
  }
}
