import { digestSandwiches, type ReadConnection } from '@tickscope/store';
import { WINDOW_SLOTS } from './seen-blocks.js';

/**
 * The stored sandwiches before a slot, which a detector continues from: they decide how it judges later ones. Another
 * process may change them at the same time, so they are compared again afterwards. A change further back than the window
 * marks the slots that depend on it as due (`markDueAfter`).
 */
export class EarlierSandwiches {
  readonly #lastSlot: number;
  readonly #digest: bigint;

  private constructor(lastSlot: number, digest: bigint) {
    this.#lastSlot = lastSlot;
    this.#digest = digest;
  }

  /** Call it before reading them. @param lastSlot that the last one may end in; negative: there are none */
  static async read(read: ReadConnection, lastSlot: number): Promise<EarlierSandwiches> {
    return new EarlierSandwiches(lastSlot, await digest(read, lastSlot));
  }

  async haveChanged(read: ReadConnection): Promise<boolean> {
    return (await digest(read, this.#lastSlot)) !== this.#digest;
  }

  /** Whether a detector at this slot is so far on that a change counts as one further back. */
  areFarFrom(slot: number): boolean {
    return slot - this.#lastSlot > WINDOW_SLOTS;
  }
}

function digest(read: ReadConnection, lastSlot: number): Promise<bigint> {
  return digestSandwiches(read, Math.max(0, lastSlot - WINDOW_SLOTS), lastSlot);
}
