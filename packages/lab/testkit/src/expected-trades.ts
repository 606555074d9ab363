import { type Block, toBase58 } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { DAY_SLOTS, NEWEST } from './busy-chain.js';
import { type ExpectedIncident, expectedIncidents } from './expected-sandwiches.js';

export interface ExpectedTrade {
  signature: string;
  slot: number;
  blockIndex: number;
  success: boolean;
  /** Pools, base58. */
  pools: string[];
  incidents: ExpectedIncident[];
}

/**
 * Every trade of a wallet in the last days of the busy chain, newest first, computed from the blocks and the
 * detector alone.
 */
export function expectedTrades(
  blocks: readonly Block[],
  wallet: string,
  days: number,
  window: number,
): ExpectedTrade[] {
  const incidents = expectedIncidents(blocks, window);
  return blocks
    .filter(({ slot }) => slot >= NEWEST - days * DAY_SLOTS)
    .flatMap((block) => {
      const { swaps, attempts } = extractBlockTrades(block);
      const own = [...swaps, ...attempts].filter(({ trader }) => trader === wallet);
      const indexes = [...new Set(own.map(({ blockIndex }) => blockIndex))];
      return indexes.map((index) => ({
        signature: toBase58(block.transactions[index]!.signatures[0]!),
        slot: block.slot,
        blockIndex: index,
        success: swaps.some(({ blockIndex }) => blockIndex === index),
        pools: [...new Set(own.filter((it) => it.blockIndex === index).map(({ pool }) => pool))],
        incidents: incidents.filter(
          ({ victim }) => victim.slot === block.slot && victim.blockIndex === index,
        ),
      }));
    })
    .sort((a, b) => b.slot - a.slot || b.blockIndex - a.blockIndex);
}
