/** A wait that can be cut short. Supports one waiter at a time; `wake` without a waiter does nothing. */
export class WakeUp {
  #end: (() => void) | null = null;

  /** Resolves after `ms` milliseconds (infinity: only when woken), or when woken. */
  async wait(ms: number): Promise<void> {
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
