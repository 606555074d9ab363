import type { Block } from '@tickscope/chain';

/**
 * How much a copy of a block knows: of two copies of one block the higher wins, row by row. Entries count more
 * than meta, because ticks are what no RPC node can give back later.
 */
export function blockQuality({ content, hasMeta }: Pick<Block, 'content' | 'hasMeta'>): number {
  switch (content) {
    case 'entries_only':
      return 1;
    case 'no_entries':
      return hasMeta ? NO_ENTRIES_WITH_META : 2;
    case 'full':
      return hasMeta ? 5 : FULL_WITHOUT_META;
  }
}

/**
 * Whether the rows of a better copy replace all those of a worse one. Not when the better one is without meta: the
 * worse one may hold locks of loaded addresses, which only meta tells.
 */
export function coversRows(better: number, worse: number): boolean {
  return !(worse === NO_ENTRIES_WITH_META && better === FULL_WITHOUT_META);
}

const NO_ENTRIES_WITH_META = 3;
const FULL_WITHOUT_META = 4;
