import { existsSync, readFileSync } from 'node:fs';
import { decodeConfirmedBlock, parseExactJson, parseGetBlock, type Transaction } from '@tickscope/chain';
import { extractTrades, type Swap } from '@tickscope/dex';
import { address, TransactionBuilder } from '@tickscope/testkit/transaction-builder';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import type { BlockTrades } from './model/sandwich.js';

/** From transactions to sandwiches, through the decoders. */
const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
const SWAP = `8fbe5adac41e33de${'00'.repeat(16)}`;

function blockOf(slot: number, transactions: readonly Transaction[]): BlockTrades<Swap> {
  const trades = transactions.map((tx) => extractTrades(slot, tx));
  return {
    slot,
    blockTime: null,
    swaps: trades.flatMap(({ swaps }) => swaps),
    attempts: trades.flatMap(({ attempts }) => attempts),
    poolEvents: trades.flatMap(({ poolEvents }) => poolEvents),
    tokenLinks: trades.flatMap(({ tokenLinks }) => tokenLinks),
    tips: [],
  };
}

interface Trade {
  wallet: string;
  isBuy: boolean;
  paid: bigint;
  got: bigint;
  /** Withheld by the token's mint, on the way that the token goes. */
  withheld?: bigint;
}

/** A swap on Raydium CPMM of token A (spent) for token B (bought). */
function tradeOf({ wallet, isBuy, paid, got, withheld = 0n }: Trade, index: number): Transaction {
  const [from, to] = isBuy ? ['a', 'b'] : ['b', 'a'];
  const accounts = [
    wallet,
    'pool authority',
    'config',
    'pool',
    `${wallet}.${from}`,
    `${wallet}.${to}`,
    `pool.${from}`,
    `pool.${to}`,
  ];
  const tx = new TransactionBuilder(wallet)
    .token(`${wallet}.a`, 'A', wallet, 10n ** 12n)
    .token(`${wallet}.b`, 'B', wallet, 10n ** 12n)
    .token('pool.a', 'A', 'pool authority', 10n ** 12n)
    .token('pool.b', 'B', 'pool authority', 10n ** 12n)
    .outer(CPMM, accounts, SWAP)
    .transfer(`${wallet}.${from}`, `pool.${from}`, paid, { fee: isBuy ? 0n : withheld })
    .transfer(`pool.${to}`, `${wallet}.${to}`, got, { fee: isBuy ? withheld : 0n })
    .build();
  return { ...tx, index };
}

/** 1,000,000 by 1,000,000 and no fee: 100,000 → 90,909; 50,000 → 39,525 (of 1,100,000 and 909,091); back 104,... */
const FRONT: Trade = { wallet: 'mallory', isBuy: true, paid: 100_000n, got: 90_909n };
const VICTIM: Trade = { wallet: 'victim', isBuy: true, paid: 50_000n, got: 39_525n };
const BACK: Trade = { wallet: 'mallory', isBuy: false, paid: 90_909n, got: 108_904n };

const sandwich = [FRONT, VICTIM, BACK].map(tradeOf);
const found = {
  confidence: 'exact',
  quantityRatio: 1,
  pool: address('pool'),
  attackers: [address('mallory')],
};

describe('a sandwich in transactions', () => {
  it('is found through the decoder', () => {
    const [detected] = detectSandwiches([blockOf(5, sandwich)]);
    expect(detected).toMatchObject({ ...found, gross: 8_904n });
    expect(detected!.victims.map(({ swap }) => swap.trader)).toEqual([address('victim')]);
  });

  it('is found whose transactions are of version 1', () => {
    const versionOne = sandwich.map((tx): Transaction => ({ ...tx, version: 1 }));
    expect(detectSandwiches([blockOf(5, versionOne)])).toMatchObject([found]);
  });

  it('is found whose pool only a lookup table names', () => {
    const loaded = sandwich.map((tx): Transaction => {
      // Signer and program stay, everything else comes from the table, in the same order.
      const writable = tx.staticKeys.slice(2);
      const lookup = {
        accountKey: tx.staticKeys[0]!,
        writableIndexes: Uint8Array.from(writable.keys()),
        readonlyIndexes: new Uint8Array(),
      };
      return {
        ...tx,
        staticKeys: tx.staticKeys.slice(0, 2),
        addressTableLookups: [lookup],
        loaded: { writable, readonly: [] },
      };
    });
    expect(loaded[0]!.staticKeys).toHaveLength(2);
    expect(detectSandwiches([blockOf(5, loaded)])).toMatchObject([found]);
  });

  it('is not disturbed by votes between its legs, which trade nothing', () => {
    const votes = sandwich.map((tx, at): Transaction => ({ ...tx, isVote: true, index: at * 2 + 1 }));
    const spread = sandwich.map((tx, at): Transaction => ({ ...tx, index: at * 2 }));
    const mixed = spread.flatMap((tx, at) => [tx, votes[at]!]);
    expect(detectSandwiches([blockOf(5, mixed)])).toMatchObject([found]);
    expect(detectSandwiches([blockOf(5, votes)])).toEqual([]);
  });

  it('matches exactly in a token that takes a fee on every transfer', () => {
    // One per cent stays behind on the way: 90,909 leave the pool, 90,000 arrive, and 90,000 are sold.
    const front = { ...FRONT, withheld: 909n };
    const back = { ...BACK, paid: 90_000n, withheld: 900n, got: 107_000n };
    const [sandwich] = detectSandwiches([blockOf(5, [front, VICTIM, back].map(tradeOf))]);
    expect(sandwich).toMatchObject({ ...found, gross: 7_000n });
    expect(sandwich!.fronts[0]).toMatchObject({ poolOut: 90_909n, traderOut: 90_000n });
    expect(sandwich!.backs[0]).toMatchObject({ poolIn: 89_100n, traderIn: 90_000n });
  });

  it('that failed is not a sandwich', () => {
    const failed = sandwich.map(
      (tx): Transaction => ({ ...tx, meta: { ...tx.meta!, error: 'InstructionError' } }),
    );
    expect(detectSandwiches([blockOf(5, failed)])).toEqual([]);
    const attempts = [{ ...failed[0]!, index: 0 }, ...sandwich.map((tx) => ({ ...tx, index: tx.index + 1 }))];
    const [detected] = detectSandwiches([blockOf(5, attempts)]);
    expect(detected!.attempts.map(({ attempt, side }) => [attempt.trader, side])).toEqual([
      [address('mallory'), 'front'],
    ]);
  });
});

const BLOCKS = new URL('../../../../../shared/data/full-blocks/', import.meta.url);

describe.skipIf(!existsSync(BLOCKS))('real blocks (skipped without ../shared/data)', () => {
  const read = (name: string): Uint8Array => readFileSync(new URL(name, BLOCKS));

  it('without a sandwich have none, not even a suspected one', () => {
    const json = parseExactJson(new TextDecoder().decode(read('254170887.getblock.json')));
    const blocks = [
      blockOf(18_144_001, decodeConfirmedBlock(read('18144001.confirmedblock.pb'), 18_144_001).transactions),
      blockOf(43_200_000, decodeConfirmedBlock(read('43200000.confirmedblock.pb'), 43_200_000).transactions),
      blockOf(254_170_887, parseGetBlock(json, 254_170_887).transactions),
    ];
    expect(blocks[2]!.swaps.length).toBeGreaterThan(50);
    expect(detectSandwiches(blocks)).toEqual([]);
  });
});
