/** Deeds of an address in one hour: round trips with victims, whatever their confidence. */
export interface ActorHour {
  /** A wallet, a token account that linked two, or a private program. */
  address: string;
  /** `lastSlot` of the trips, divided by 9,000. */
  hour: number;
  trips: number;
  /** How many of them gained, and how many were aimed at a victim. */
  gains: number;
  aims: number;
  /** Up to eight of their pools. */
  pools: readonly string[];
}

/** Class of an entity, by the records of its addresses. */
export type ActorClass = 'known_bot' | 'scalper' | null;
