import type { Block } from '@tickscope/chain';

/**
 * The quality of a copy of a block, as the tables' `version`. Modulo 8 it says what the copy holds; entries count more
 * than meta, because ticks are what no RPC node can give back later. From `LINKS_KNOWN` on its token links are all
 * stored: a copy with meta, written since links of every mint are. Copies from before have the bare number.
 */
const ENTRIES_ONLY = 1;
const NO_ENTRIES = 2;
const NO_ENTRIES_WITH_META = 3;
const FULL = 4;
const FULL_WITH_META = 5;

/**
 * `version` of a copy whose token links are all known, at least. What is below knows only those of mints swapped in the
 * same block, or none (without meta).
 */
export const LINKS_KNOWN = 8;

/** The quality of a copy that is written now. */
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

/** Whether a copy is to replace a stored one of the same block: it holds more, or as much and all token links. */
export function isBetter(quality: number, stored: number): boolean {
  const [own, other] = [contentOf(quality), contentOf(stored)];
  return own === other ? quality > stored : own > other;
}

/**
 * Whether the rows of a better copy replace all those of a worse one when they are just written over them: their version
 * must be the higher one, and the worse copy must have no rows that the better one lacks. One with meta may have such
 * (locks of loaded addresses, token links) where the better one is without.
 */
export function coversRows(better: number, worse: number): boolean {
  return better > worse && !(better === FULL && contentOf(worse) === NO_ENTRIES_WITH_META);
}

function contentOf(quality: number): number {
  return quality % LINKS_KNOWN;
}
