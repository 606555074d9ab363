import { accountKeys, toBase58 } from '@tickscope/chain';
import { expect, test } from 'vitest';
import { type DecodedTrades, decodeChain } from '../../testing/decode-trades.js';

const chain = decodeChain({ seed: 'markets', transactionsPerSlot: 60, voteShare: 0.2 }, 40);
const trades = chain.transactions.filter(
  ({ truth, tx }) => truth.kind === 'market_trade' && tx.meta?.error === null,
);

/** Reads the instructions of a market trade: program, vaults, trader and, from their data, the amount paid. */
function statedIn({ tx }: DecodedTrades): unknown[] {
  const keys = accountKeys(tx).map(toBase58);
  return tx.instructions.flatMap(({ programIdIndex, accounts, data }, outerIndex) => {
    if (Buffer.from(data.subarray(0, 8)).toString('hex') !== 'f8c69e91e17587c8') return [];
    const [trader, , , baseVault, quoteVault] = [...accounts].map((index) => keys[index]);
    const paid = Buffer.from(data).readBigUInt64LE(8);
    return [[outerIndex, keys[programIdIndex], [baseVault, quoteVault].sort(), trader, paid]];
  });
}

test('every trade on an invented program is inferred from what moved, as its instruction states it', () => {
  expect(trades.length).toBeGreaterThan(500);
  for (const trade of trades) {
    const read = trade.trades.inferred.map((swap) => [
      swap.outerIndex,
      swap.programId,
      [swap.vaultIn, swap.vaultOut].sort(),
      swap.trader,
      swap.traderIn,
    ]);
    expect(read).toEqual(statedIn(trade));
  }
});

test('every trade on an invented program is counted by program and first byte', () => {
  for (const trade of trades)
    expect(trade.trades.unknownFrames.map(({ programId, firstByte }) => [programId, firstByte])).toEqual(
      trade.trades.inferred.map(({ programId }) => [programId, 0xf8]),
    );
});

test('nothing else of the chain is inferred', () => {
  const others = chain.transactions.filter(({ truth }) => truth.kind !== 'market_trade');
  expect(others.length).toBeGreaterThan(500);
  for (const { trades } of others) expect([trades.inferred, trades.unknownFrames]).toEqual([[], []]);
});
