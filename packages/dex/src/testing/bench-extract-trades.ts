import type { Transaction } from '@tickscope/chain';
import { extractTrades } from '../extract-trades.js';
import { roleOf } from '../roles.js';
import { hasSharedData, readSharedBlock } from './shared-data.js';

/**
 * Measures how many transactions per second one core extracts: `npx tsx --conditions=tickscope:source` with this file.
 * Each repetition of the block uses other keys, so that no key text is cached from before. Times are CPU time of the
 * process.
 */
const COPIES = 40;
const SECONDS = 3;

if (hasSharedData) {
  const { transactions } = readSharedBlock('full-blocks/254170887.getblock.json', 254170887);
  const block = Array.from({ length: COPIES }, (_, copy) =>
    transactions.map((tx) => rekeyed(tx, copy)),
  ).flat();
  const others = block.filter(({ isVote }) => !isVote);
  const vote = block.find(({ isVote }) => isVote)!;
  const mix = [...others, ...Array.from({ length: 2 * others.length }, () => vote)];
  measure('warming up', block);
  measure('the block as it is (26 % votes, 51 % failed)', block);
  measure('the same with votes at two thirds', mix);
  measure(
    'successful transactions only',
    others.filter(({ meta }) => meta?.error === null),
  );
  measure(
    'transactions with swaps only',
    others.filter((tx) => extractTrades(1, tx).swaps.length > 0),
  );
}

function measure(name: string, transactions: readonly Transaction[]): void {
  const start = process.cpuUsage();
  let count = 0;
  let swaps = 0;
  let seconds = 0;
  while (seconds < SECONDS) {
    for (const tx of transactions) swaps += extractTrades(1, tx).swaps.length;
    count += transactions.length;
    const { user, system } = process.cpuUsage(start);
    seconds = (user + system) / 1e6;
  }
  const each = ((seconds / count) * 1e6).toFixed(1);
  process.stdout.write(
    `${name}: ${Math.round(count / seconds)} transactions/s (${each} µs each), ${Math.round(swaps / seconds)} swaps/s\n`,
  );
}

function rekeyed(tx: Transaction, copy: number): Transaction {
  const rekey = (key: Uint8Array): Uint8Array => {
    if (roleOf(key) !== undefined) return key;
    const other = Uint8Array.from(key);
    for (const at of [8, 9, 20]) other[at] = (other[at]! + copy * (at + 1)) % 256;
    return other;
  };
  const { loaded } = tx;
  return {
    ...tx,
    staticKeys: tx.staticKeys.map(rekey),
    loaded: loaded && { writable: loaded.writable.map(rekey), readonly: loaded.readonly.map(rekey) },
  };
}
