import type { StoredLink } from '@tickscope/store';

/** A block is judged wrong only if this many stored blocks build on the one that contradicts it. */
const DEPTH_OF_PROOF = 8;

export interface OffChainBlock {
  link: StoredLink;
  /** The block that contradicts it: it names another block in that slot as parent, or skips the slot. */
  witness: StoredLink;
}

/**
 * Returns the stored blocks that are not on the stored chain, newest first. A block is off the chain if a later block
 * names another hash for its slot or has a parent before it, and more blocks build on the later block than on this one.
 * A block without a child is not wrong: its child may be missing.
 */
export function offChainBlocks(links: readonly StoredLink[]): OffChainBlock[] {
  const newestFirst = [...links].sort((left, right) => right.slot - left.slot);
  /** By slot and hash of a block: the length of the longest chain of stored blocks on top of it. */
  const built = new Map<string, number>();
  const depthOf = ({ slot, blockhash }: StoredLink): number => built.get(`${slot} ${blockhash}`) ?? 0;
  const wrong: OffChainBlock[] = [];
  /** Blocks with enough descendants to contradict others. */
  const witnesses: StoredLink[] = [];
  for (const link of newestFirst) {
    const depth = depthOf(link);
    const witness = witnesses.find((later) => speaksAgainst(later, link) && depthOf(later) + 1 > depth);
    if (witness !== undefined) wrong.push({ link, witness });
    if (depth >= DEPTH_OF_PROOF) witnesses.push(link);
    if (link.parentSlot === null || link.parentBlockhash === null) continue;
    const parent = `${link.parentSlot} ${link.parentBlockhash}`;
    built.set(parent, Math.max(built.get(parent) ?? 0, depth + 1));
  }
  return wrong;
}

function speaksAgainst({ slot, parentSlot, parentBlockhash }: StoredLink, link: StoredLink): boolean {
  if (parentSlot === null || slot <= link.slot) return false;
  if (parentSlot < link.slot) return true;
  return parentSlot === link.slot && parentBlockhash !== null && parentBlockhash !== link.blockhash;
}
