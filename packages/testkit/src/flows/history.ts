/** A round trip of a planted entity around victims, as its record remembers it (rule 11). */
interface Trip {
  lastSlot: number;
  pool: string;
  isGain: boolean;
  isAimed: boolean;
}

/** Slots after which a sandwich is certainly final and counts as history. */
const FINAL_SLOTS = 20;

export class EntityHistory {
  readonly #trips = new Map<string, Trip[]>();

  add(addresses: readonly string[], trip: Trip): void {
    for (const address of addresses) {
      const trips = this.#trips.get(address);
      if (trips === undefined) this.#trips.set(address, [trip]);
      else trips.push(trip);
    }
  }

  /**
   * Five round trips in three pools, seven of ten with a gain and half of them aimed, all ended before the front's slot.
   */
  isKnown(addresses: readonly string[], frontSlot: number): boolean | 'unclear' {
    const before = addresses.some((address) => this.#isBot(address, frontSlot - 1));
    const final = addresses.some((address) => this.#isBot(address, frontSlot - FINAL_SLOTS));
    return before === final ? before : 'unclear';
  }

  #isBot(address: string, untilSlot: number): boolean {
    const trips = (this.#trips.get(address) ?? []).filter(({ lastSlot }) => lastSlot <= untilSlot);
    const share = (is: (trip: Trip) => boolean): number => trips.filter(is).length / trips.length;
    return (
      trips.length >= 5 &&
      new Set(trips.map(({ pool }) => pool)).size >= 3 &&
      share(({ isGain }) => isGain) >= 0.7 &&
      share(({ isAimed }) => isAimed) >= 0.5
    );
  }
}
