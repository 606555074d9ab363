import { type Block, equalBytes, groupBy } from '@tickscope/chain';
import type { StoredLink } from '@tickscope/store';
import type { RepairSource } from './repair-source.js';

/** The stored chain around a gap. */
export interface ChainView {
  /** Returns the first stored block after a slot, or null if none is near. */
  nextLink(slot: number): Promise<StoredLink | null>;
  /** Returns the stored blocks of a range. */
  links(fromSlot: number, toSlot: number): Promise<StoredLink[]>;
}

export interface RangeRepair {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Whether stored blocks of the range count as whole. False if a block was being replaced when its writer died. */
  trustStored: boolean;
}

export interface RangeRepairDeps extends ChainView {
  sources: readonly RepairSource[];
  write(block: Block, source: RepairSource): Promise<void>;
  signal: AbortSignal;
  /** Blocks to fetch before the range is left for the next round. */
  maxBlocks: number;
}

export type RangeOutcome =
  /** Every block of the chain in the range is stored; `fetched` of them in this call. */
  | { kind: 'whole'; fetched: number; skippedSlots: number }
  /** The round's limit was reached. */
  | { kind: 'unfinished'; fetched: number }
  | { kind: 'failed'; fetched: number; slot: number | null; reason: string };

const LINKS_AT_ONCE = 1_000;

/**
 * Repairs a range from its end to its start. The stored block after it names its parent by slot and hash, that parent
 * names the next one, and so on until the range is left; slots that are not named were skipped. Sources need not be
 * trusted: a block is accepted only if its hash is the one its child names.
 */
export async function repairRange(range: RangeRepair, deps: RangeRepairDeps): Promise<RangeOutcome> {
  let fetched = 0;
  let onChain = 0;
  const child = await deps.nextLink(range.toSlot);
  if (child === null || child.parentSlot === null)
    return { kind: 'failed', fetched, slot: null, reason: 'nothing newer is stored that would link to it' };
  let slot = child.parentSlot;
  let hash = child.parentBlockhash;
  const stored = storedLinks(deps);
  while (slot >= range.fromSlot) {
    const known = range.trustStored || slot > range.toSlot ? await stored(slot, hash) : null;
    const link =
      known ?? (fetched >= deps.maxBlocks ? 'enough' : await fetchLink(slot, hash, range.fromSlot, deps));
    if (link === 'enough') return { kind: 'unfinished', fetched };
    if ('reason' in link) return { kind: 'failed', fetched, slot, reason: link.reason };
    if (known === null) fetched += 1;
    if (slot <= range.toSlot) onChain += 1;
    if (link.parentSlot === null) break;
    if (link.parentSlot >= slot)
      return { kind: 'failed', fetched, slot, reason: `it names ${link.parentSlot} as its parent` };
    slot = link.parentSlot;
    hash = link.parentBlockhash;
  }
  return { kind: 'whole', fetched, skippedSlots: range.toSlot - range.fromSlot + 1 - onChain };
}

interface Link {
  parentSlot: number | null;
  parentBlockhash: string | null;
}

/** Looks up stored blocks, reading many at once. A block with another hash than its child names does not count. */
function storedLinks({ links }: ChainView): (slot: number, hash: string | null) => Promise<Link | null> {
  let fromSlot = Number.POSITIVE_INFINITY;
  let known = new Map<number, StoredLink[]>();
  return async (slot, hash) => {
    if (slot < fromSlot) {
      fromSlot = Math.max(0, slot - LINKS_AT_ONCE + 1);
      known = groupBy(await links(fromSlot, slot), (link) => link.slot);
    }
    return known.get(slot)?.find((link) => hash === null || link.blockhash === hash) ?? null;
  };
}

/** Tries the sources in turn and stores the first matching block, or returns why none had it. */
async function fetchLink(
  slot: number,
  hash: string | null,
  downTo: number,
  { sources, write, signal }: RangeRepairDeps,
): Promise<Link | { reason: string }> {
  const reasons: string[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    let block: Block;
    try {
      block = await source.block(slot, downTo, signal);
    } catch (error) {
      signal.throwIfAborted();
      reasons.push(`${source.name}: ${(error as Error).message}`);
      continue;
    }
    if (hash !== null && !equalBytes(block.blockhash, Buffer.from(hash, 'hex'))) {
      reasons.push(
        `${source.name}: its block is another one than the chain has (its hash is not the one that the next block names)`,
      );
      continue;
    }
    await write(block, source);
    return {
      parentSlot: block.parentSlot,
      parentBlockhash:
        block.parentBlockhash === null ? null : Buffer.from(block.parentBlockhash).toString('hex'),
    };
  }
  return { reason: reasons.length === 0 ? 'there is no source to ask' : reasons.join('; ') };
}
