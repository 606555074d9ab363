import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeConfirmedBlock, type Transaction } from '@tickscope/chain';
import {
  hasSharedData,
  parseGetTransaction,
  readSharedBlock,
  readSharedJson,
  sharedPath,
} from './shared-data.js';

export interface RealTransaction {
  /** Folder and file, or the block's slot and the index in it. */
  name: string;
  slot: number;
  tx: Transaction;
}

const BLOCK = 254170887;
const OLD_BLOCKS = [18144001, 43200000];
/** Single instructions, and the files that are broken on purpose. */
const NO_TRANSACTIONS = /^dex-transactions\/(instructions\/|tx-parser\/broken_)/;

let known: RealTransaction[] | null = null;

/** Every transaction of the shared data that has its meta: the single ones of all folders, and the full blocks. */
export function realTransactions(): RealTransaction[] {
  known ??= hasSharedData ? [...singleTransactions(), ...blockTransactions()] : [];
  return known;
}

function singleTransactions(): RealTransaction[] {
  return filesIn('dex-transactions')
    .filter((path) => path.endsWith('.json') && !NO_TRANSACTIONS.test(path))
    .flatMap((path) =>
      responsesIn(readSharedJson(path)).map((response, index) => {
        const name = path.replace('dex-transactions/', '').replace('.json', '');
        return { name: index === 0 ? name : `${name} ${index + 1}`, ...parseGetTransaction(response) };
      }),
    );
}

function blockTransactions(): RealTransaction[] {
  const blocks = [
    readSharedBlock(`full-blocks/${BLOCK}.getblock.json`, BLOCK),
    ...OLD_BLOCKS.map((slot) =>
      decodeConfirmedBlock(readFileSync(sharedPath(`full-blocks/${slot}.confirmedblock.pb`)), slot),
    ),
  ];
  return blocks.flatMap(({ slot, transactions }) =>
    transactions.map((tx) => ({ name: `block ${slot} ${tx.index}`, slot, tx })),
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(sharedPath(folder))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(sharedPath(path)).isDirectory() ? filesIn(path) : [path];
    });
}

/** The `getTransaction` results in a file: some files hold several, each under a name of its own. */
function responsesIn(json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  if ('transaction' in json && 'meta' in json) return [json];
  return Object.values(json).flatMap(responsesIn);
}
