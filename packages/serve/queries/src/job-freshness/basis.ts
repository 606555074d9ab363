import type { Signature, SlotRange } from '@tickscope/chain';

/**
 * The basis of a result: while all of it is unchanged, the same request has the same result. Each part was read before the
 * data that it is about.
 */
export interface Basis {
  /** Slots whose blocks and detection decide the result. */
  ranges: SlotRange[];
  /**
   * The newest slots of a range of days, where no trade of the given wallets is near. They count only while the
   * head of the chain is unchanged, because in a live chain they change all the time.
   */
  tail: SlotRange | null;
  /** The newest block stored whole; null: none is stored. */
  head: number | null;
  /** Whether any newer block changes the result. */
  restsOnHead: boolean;
  /** Base58 of the given signatures that are not stored. */
  unknown: Signature[];
  /** Unix seconds by ClickHouse's clock: the result contains everything older. */
  since: number;
  /** Digest of what was stored and detected since then in `ranges`; `tailDigest` is that of `tail`. */
  digest: string;
  tailDigest: string;
  /** The actors whose records were read, base58; null: too many, it holds for this moment only. */
  actors: string[] | null;
  /** Digest of what was written to their records since then. */
  recordDigest: string;
}

/** Checked by `parseBasis`: another version of this program may give the text another meaning. */
const VERSION = 3;

export function basisText(basis: Basis): string {
  return JSON.stringify({ version: VERSION, ...basis });
}

/** Returns null for the text of another version. */
export function parseBasis(text: string): Basis | null {
  const { version, ...basis } = JSON.parse(text) as Basis & { version: number };
  return version === VERSION ? basis : null;
}
