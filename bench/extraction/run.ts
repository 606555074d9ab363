import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseExactJson, parseGetBlock, type Transaction } from '@tickscope/chain';
import { extractTrades } from '@tickscope/dex';
import { markdownTable, percentile, writeReport } from '../support/report.js';

/**
 * What extraction costs, in CPU time of the process, on a real block; and against another checkout of this project, if
 * one is named (with its dependencies installed). The two take turns, so that a busy machine slows both alike.
 *
 *   npx tsx --conditions=tickscope:source bench/extraction/run.ts [folder of another checkout]
 */
const SLOT = 254_170_887;
const BLOCK = fileURLToPath(
  new URL(`../../../shared/data/full-blocks/${SLOT}.getblock.json`, import.meta.url),
);
const ROUNDS = 31;
/** Copies of the block in a round, each with other keys: text of keys is kept from one transaction to the next. */
const COPIES = 25;

type Extract = typeof extractTrades;

interface Side {
  name: string;
  extract: Extract;
}

if (!existsSync(BLOCK)) throw new Error(`this needs the block ${BLOCK}`);
const other = process.argv[2];
const now: Side = { name: 'now', extract: extractTrades };
const sides = other === undefined ? [now] : [{ name: 'before', extract: await extractOf(other) }, now];
const block = parseGetBlock(parseExactJson(readFileSync(BLOCK, 'utf8')), SLOT).transactions;
const trading = block.filter((tx) => extractTrades(SLOT, tx).swaps.length > 0);
const routed = trading.filter((tx) =>
  extractTrades(SLOT, tx).swaps.some(({ outerProgramId, programId }) => outerProgramId !== programId),
);
const CASES: readonly [name: string, transactions: readonly Transaction[], copies: number][] = [
  ['the block as it is (26 % votes, 51 % failed)', block, COPIES],
  ['successful transactions', block.filter(({ isVote, meta }) => !isVote && meta?.error === null), COPIES],
  ['transactions with swaps', trading, 8 * COPIES],
  ['transactions whose swaps are called by another program', routed, 8 * COPIES],
];
const rows = CASES.map(([name, transactions, copies], index) =>
  measured(name, transactions, copies, index * 1_000_000),
);
const header = ['Transactions', 'in the block', ...sides.map(({ name }) => `µs each, ${name}`)];
if (sides.length > 1) header.push('ratio', 'lowest to highest ratio');
const against = other === undefined ? '' : ' [folder of another checkout]';
writeReport('Extraction', `npx tsx --conditions=tickscope:source bench/extraction/run.ts${against}`, [
  `Block ${SLOT}, each copy of it with other keys; medians of ${ROUNDS} rounds in which the sides take turns.`,
  markdownTable([header, ...rows]),
]);

async function extractOf(folder: string): Promise<Extract> {
  const path = pathToFileURL(`${folder}/packages/dex/src/extract-trades.ts`).href;
  const { extractTrades: extract }: { extractTrades: Extract } = await import(path);
  return extract;
}

function measured(
  name: string,
  transactions: readonly Transaction[],
  copies: number,
  firstKey: number,
): string[] {
  const times = sides.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of order) {
      const at = sides.indexOf(side);
      const seed = firstKey + (round + 1) * 1_000 + at * 500;
      const time = microsecondsOf(side.extract, transactions, copies, seed);
      // The first round warms up.
      if (round >= 0) times[at]!.push(time);
    }
  }
  const row = [name, `${transactions.length}`, ...times.map((list) => percentile(list, 0.5).toFixed(1))];
  const [before, after] = times;
  if (before === undefined || after === undefined) return row;
  const ratios = before.map((time, round) => after[round]! / time);
  const lowest = Math.min(...ratios).toFixed(2);
  return [...row, percentile(ratios, 0.5).toFixed(2), `${lowest} to ${Math.max(...ratios).toFixed(2)}`];
}

/** Per transaction. Garbage of earlier measurements is not counted in, if it can be collected here. */
function microsecondsOf(
  extract: Extract,
  transactions: readonly Transaction[],
  copies: number,
  seed: number,
): number {
  const list = Array.from({ length: copies }, (_, copy) =>
    transactions.map((tx) => rekeyed(tx, seed + copy)),
  ).flat();
  globalThis.gc?.();
  const start = process.cpuUsage();
  for (const tx of list) extract(SLOT, tx);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / list.length;
}

/** The same transaction with other keys, those of programs excepted. */
function rekeyed(tx: Transaction, seed: number): Transaction {
  const { staticKeys, loaded, instructions, meta } = tx;
  const inner = meta?.innerInstructions?.flatMap((group) => group.instructions) ?? [];
  const programs = new Set([...instructions, ...inner].map(({ programIdIndex }) => programIdIndex));
  const writable = staticKeys.length;
  const readonly = writable + (loaded?.writable.length ?? 0);
  const rekey =
    (first: number) =>
    (key: Uint8Array, index: number): Uint8Array => {
      if (programs.has(first + index)) return key;
      const copy = Uint8Array.from(key);
      new DataView(copy.buffer).setUint32(20, seed);
      return copy;
    };
  return {
    ...tx,
    staticKeys: staticKeys.map(rekey(0)),
    loaded: loaded && {
      writable: loaded.writable.map(rekey(writable)),
      readonly: loaded.readonly.map(rekey(readonly)),
    },
  };
}
