import type { Swap, SwapAccount } from '@tickscope/dex';
import type { BlockTrades } from '@tickscope/sandwich';

/** A text of its own: equal, but to be read letter by letter to know it. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function copiedAccount({ account, owner, balanceBefore, balanceAfter }: SwapAccount): SwapAccount {
  return {
    account: account === null ? null : copied(account),
    owner: owner === null ? null : copied(owner),
    balanceBefore,
    balanceAfter,
  };
}

/**
 * The flows share one string for each address. A decoder creates new strings for each transaction, except for those
 * in its cache. Here every swap has its own strings, which is the worst case of a decoder.
 */
export function withOwnStrings(block: BlockTrades<Swap>): BlockTrades<Swap> {
  return { ...block, swaps: block.swaps.map(copiedSwap) };
}

function copiedSwap(swap: Swap): Swap {
  const texts = new Map<string, string>();
  // Within a transaction the same key is the same text.
  const own = (text: string): string => {
    const known = texts.get(text) ?? copied(text);
    texts.set(text, known);
    return known;
  };
  return {
    ...swap,
    feePayer: own(swap.feePayer),
    signers: swap.signers.map(own),
    authority: own(swap.authority),
    trader: own(swap.trader),
    pool: own(swap.pool),
    mintIn: copied(swap.mintIn),
    mintOut: copied(swap.mintOut),
    outerProgramId: own(swap.outerProgramId),
    source: copiedAccount(swap.source),
    destination: copiedAccount(swap.destination),
  };
}
