import { readFileSync } from 'node:fs';
import {
  assembleBlock,
  type Block,
  parseExactJson,
  parseGetBlock,
  type RawEntry,
  type Transaction,
} from '@tickscope/chain';
import { Random } from '@tickscope/testkit/random';

const TICKS = 64;
const FIRST_SLOT = 432_000_000;
const FIRST_TIME = 1_780_000_000;
const SLOTS_PER_SECOND = 2.5;
/** Assumed: `getBlock` has no entries. */
const TRANSACTIONS_PER_ENTRY = 2;
/** Compute units differ from block to block by up to this share; of other amounts nothing is known. */
const UNITS_VARY = 0.1;

/**
 * A real block in many slots: each copy has its own signatures, hashes, order of transactions and compute units. Accounts
 * and amounts are those of the one block.
 */
export function* copiesOf(real: Block, slots: number, keep: (tx: Transaction) => boolean): Generator<Block> {
  const kept = real.transactions.filter(keep);
  let parentBlockhash: Uint8Array = new Random(FIRST_SLOT).bytes(32);
  for (let at = 0; at < slots; at += 1) {
    const random = new Random(FIRST_SLOT + 1 + at);
    const transactions = random.shuffled(kept).map((tx, index) => copyOf(tx, index, random));
    const entries = entriesOf(transactions.length, random);
    const blockhash = entries.at(-1)!.hash;
    yield assembleBlock({
      slot: FIRST_SLOT + at,
      parentSlot: FIRST_SLOT + at - 1,
      ...{ blockhash, parentBlockhash, transactions, entries, leader: real.leader, source: 'geyser' },
      blockTime: FIRST_TIME + Math.floor(at / SLOTS_PER_SECOND),
      blockHeight: FIRST_SLOT + at - 1_000,
      promisedTransactions: transactions.length,
      promisedEntries: entries.length,
    });
    parentBlockhash = blockhash;
  }
}

export function readRealBlock(path: string, slot: number): Block {
  return parseGetBlock(parseExactJson(readFileSync(path, 'utf8')), slot);
}

/** A chain of the simulator, with mainnet's mix of bench/ingest. */
export const GENERATED = {
  ...{ seed: 'storage', voteShare: 0.65, dexShare: 0.73, sandwichesPerSlot: 0.5 },
  ...{ pools: 200, markets: 200, wallets: 4_000, leaders: 20 },
};

function copyOf(tx: Transaction, index: number, random: Random): Transaction {
  const { meta } = tx;
  const units = meta?.computeUnits ?? null;
  const factor = 1 - UNITS_VARY + (random.below(2_001) / 1_000) * UNITS_VARY;
  return {
    ...tx,
    index,
    signatures: tx.signatures.map(() => random.bytes(64)),
    recentBlockhash: random.bytes(32),
    meta: meta === null || units === null ? meta : { ...meta, computeUnits: Math.round(units * factor) },
  };
}

/** Ticks spread evenly among the entries with transactions; a tick is the last entry. */
function entriesOf(transactions: number, random: Random): RawEntry[] {
  const filled = Math.ceil(transactions / TRANSACTIONS_PER_ENTRY);
  const entries: RawEntry[] = [];
  const add = (transactionCount: number): void => {
    entries.push({ numHashes: 1 + random.below(12_000), hash: random.bytes(32), transactionCount });
  };
  let done = 0;
  for (let tick = 1; tick <= TICKS; tick += 1) {
    for (; done < Math.floor((filled * tick) / TICKS); done += 1)
      add(Math.min(TRANSACTIONS_PER_ENTRY, transactions - done * TRANSACTIONS_PER_ENTRY));
    add(0);
  }
  return entries;
}
