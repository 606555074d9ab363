import type { Block } from '@tickscope/chain';

/**
 * The quality of a version of a block, stored as `version`. Modulo 8 it encodes what the version holds. Entries count
 * more than meta, because no RPC node can deliver ticks later. From `LINKS_KNOWN` on, all token links of the block are
 * stored: the version has meta and was written since links of every mint are stored. Older ones have the plain number.
 */
const ENTRIES_ONLY = 1;
const NO_ENTRIES = 2;
const NO_ENTRIES_WITH_META = 3;
const FULL = 4;
const FULL_WITH_META = 5;

/**
 * Lowest quality of a version whose token links are complete. Below it, only links of mints swapped in the same block
 * are stored, or none (without meta).
 */
export const LINKS_KNOWN = 8;

/** The quality of a version written by this build. */
export function blockQuality({ content, hasMeta }: Pick<Block, 'content' | 'hasMeta'>): number {
  switch (content) {
    case 'entries_only':
      return ENTRIES_ONLY;
    case 'no_entries':
      return hasMeta ? LINKS_KNOWN + NO_ENTRIES_WITH_META : NO_ENTRIES;
    case 'full':
      return hasMeta ? LINKS_KNOWN + FULL_WITH_META : FULL;
  }
}

/** Whether a version should replace a stored one of the same block: it holds more, or as much plus all token links. */
export function isBetter(quality: number, stored: number): boolean {
  const [own, other] = [contentOf(quality), contentOf(stored)];
  return own === other ? quality > stored : own > other;
}

/**
 * Whether writing a better version over a worse one replaces all its rows. Its number must be higher, and the worse one
 * must have no rows that the better one lacks. A version with meta may have such rows (locks of loaded addresses, token
 * links) if the better one has no meta.
 */
export function coversRows(better: number, worse: number): boolean {
  return better > worse && !(better === FULL && contentOf(worse) === NO_ENTRIES_WITH_META);
}

function contentOf(quality: number): number {
  return quality % LINKS_KNOWN;
}
