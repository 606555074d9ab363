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
      return hasMeta ? 3 : 2;
    case 'full':
      return hasMeta ? 5 : 4;
  }
}
