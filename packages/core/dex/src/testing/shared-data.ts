import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Block, parseExactJson, parseGetBlock, type Transaction } from '@tickscope/chain';
import { readAnswer } from '../explain/read-answer.js';

/** Real transactions outside the repository. Tests that need them are skipped if they are absent. */
const SHARED = new URL('../../../../../../shared/data/', import.meta.url);

export function sharedPath(name: string): string {
  return fileURLToPath(new URL(name, SHARED));
}

export const hasSharedData = existsSync(sharedPath('dex-transactions/'));

export function readSharedJson(name: string): unknown {
  const file = readFileSync(sharedPath(name));
  return parseExactJson((name.endsWith('.gz') ? gunzipSync(file) : file).toString());
}

export function readSharedBlock(name: string, slot: number): Block {
  return parseGetBlock(readSharedJson(name), slot);
}

/** The transaction of a `getTransaction` response. The index in the block is not included, so it is 0. */
export function parseGetTransaction(json: unknown): { slot: number; tx: Transaction } {
  const { slot, tx } = readAnswer(json)[0]!;
  return { slot: slot ?? 0, tx };
}
