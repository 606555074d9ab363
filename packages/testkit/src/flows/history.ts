/** A short sandwich of a planted entity, as remembered by rule 2 (c). */
interface Deed {
  lastSlot: number;
  pool: string;
  net: bigint;
}

/** Slots after which a sandwich is certainly final and counts as history. */
const FINAL_SLOTS = 20;

export class EntityHistory {
  readonly #deeds = new Map<string, Deed[]>();

  add(addresses: readonly string[], deed: Deed): void {
    for (const address of addresses) {
      const deeds = this.#deeds.get(address);
      if (deeds === undefined) this.#deeds.set(address, [deed]);
      else deeds.push(deed);
    }
  }

  /** Three short sandwiches in two pools with a positive sum, all ended before the front's slot. */
  isKnown(addresses: readonly string[], frontSlot: number): boolean | 'unclear' {
    const before = addresses.some((address) => this.#enough(address, frontSlot - 1));
    const final = addresses.some((address) => this.#enough(address, frontSlot - FINAL_SLOTS));
    return before === final ? before : 'unclear';
  }

  #enough(address: string, untilSlot: number): boolean {
    const deeds = (this.#deeds.get(address) ?? []).filter(({ lastSlot }) => lastSlot <= untilSlot);
    const sum = deeds.reduce((total, { net }) => total + net, 0n);
    return deeds.length >= 3 && new Set(deeds.map(({ pool }) => pool)).size >= 2 && sum > 0n;
  }
}
