import type { StoredLink } from '@tickscope/store';

/** So many stored blocks must build on the one that speaks against another, before the other is believed to be wrong. */
export const DEPTH_OF_PROOF = 8;

export interface OffChainBlock {
  link: StoredLink;
  /** The block that says so: it names another parent in that slot, or skips it. */
  witness: StoredLink;
}

/**
 * The stored blocks that the stored chain does not go through, newest first: a later block names another hash for
 * their slot, or its parent lies before them, and more blocks build on that later one than on them. A block without a
 * child is not wrong for that: its child may be missing.
 */
export function offChainBlocks(
  links: readonly StoredLink[],
  depthOfProof: number = DEPTH_OF_PROOF,
): OffChainBlock[] {
  const newestFirst = [...links].sort((left, right) => right.slot - left.slot);
  /** By slot and hash of a block: the length of the longest chain of stored blocks upon it. */
  const built = new Map<string, number>();
  const depthOf = ({ slot, blockhash }: StoredLink): number => built.get(`${slot} ${blockhash}`) ?? 0;
  const wrong: OffChainBlock[] = [];
  /** Blocks enough is built on, and where their parents are said to be. */
  const witnesses: StoredLink[] = [];
  for (const link of newestFirst) {
    const depth = depthOf(link);
    const witness = witnesses.find((later) => speaksAgainst(later, link) && depthOf(later) + 1 > depth);
    if (witness !== undefined) wrong.push({ link, witness });
    if (depth >= depthOfProof) witnesses.push(link);
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
