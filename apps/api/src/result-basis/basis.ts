import type { SlotRange } from '@tickscope/chain';

/**
 * What a result was computed from, taken before anything of it was read: as long as all of this is as it was, the same
 * question has the same answer.
 */
export interface Basis {
  /** Slots whose blocks, and detection's run over them, decide the result. */
  ranges: SlotRange[];
  /**
   * The newest slots of a range of days, as far as no trade of the asked wallets is near: they count only while the head
   * of the chain is the same, for in a live chain they change all the time.
   */
  tail: SlotRange | null;
  /** The newest block stored whole; null: there is none. */
  head: number | null;
  /** Whether any newer block changes the result. */
  restsOnHead: boolean;
  /** Base58 of the asked signatures that are not stored. */
  unknown: string[];
  /** Unix seconds, by ClickHouse's clock: what is older was there. */
  since: number;
  /** Of what was stored and detected since then in `ranges`, and in `tail`. */
  digest: string;
  tailDigest: string;
}

/** For `parseBasis`; another version of this program may not know its meaning. */
const VERSION = 2;

export function basisText(basis: Basis): string {
  return JSON.stringify({ version: VERSION, ...basis });
}

/** Null for the text of another version. */
export function parseBasis(text: string): Basis | null {
  const { version, ...basis } = JSON.parse(text) as Basis & { version: number };
  return version === VERSION ? basis : null;
}
