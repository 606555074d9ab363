import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Block, parseExactJson, parseGetBlock, type Transaction } from '@tickscope/chain';
import { fromJsonParsed } from './json-parsed.js';

/** Real transactions outside the repository. Tests that need them are skipped if they are absent. */
const SHARED = new URL('../../../../../shared/data/', import.meta.url);

export function sharedPath(name: string): string {
  return fileURLToPath(new URL(name, SHARED));
}

export const hasSharedData = existsSync(sharedPath('dex-transactions/'));

export function readSharedJson(name: string): unknown {
  return parseExactJson(readFileSync(sharedPath(name), 'utf8'));
}

export function readSharedBlock(name: string, slot: number): Block {
  return parseGetBlock(readSharedJson(name), slot);
}

/**
 * Parses a `getTransaction` response (bare, in a list of one, or in its JSON-RPC envelope) with the block parser:
 * transactions of an RPC block have the same shape. The index in the block is not included, so it is 0.
 */
export function parseGetTransaction(json: unknown): { slot: number; tx: Transaction } {
  const row = withLookups(unwrap(json));
  const slot = typeof row['slot'] === 'number' ? row['slot'] : 0;
  const block = parseGetBlock(
    {
      parentSlot: Math.max(0, slot - 1),
      blockhash: '11111111111111111111111111111111',
      previousBlockhash: '11111111111111111111111111111111',
      blockTime: null,
      blockHeight: null,
      transactions: [row],
    },
    slot,
  );
  return { slot, tx: block.transactions[0]! };
}

type Json = Record<string, unknown>;

function unwrap(json: unknown): Json {
  const row: unknown = Array.isArray(json) ? json[0] : json;
  const answer = (row ?? {}) as Json;
  const result = (answer['result'] ?? answer) as Json;
  return isJsonParsed(result) ? fromJsonParsed(result) : result;
}

/**
 * Replaces the lookups by one table that yields the loaded addresses. Transcribed transactions have none, and some
 * wallets' files name them in their own way and list the loaded addresses among the static keys too.
 */
function withLookups(row: Json): Json {
  const transaction = row['transaction'] as Json | undefined;
  const message = transaction?.['message'] as Json | undefined;
  const meta = row['meta'] as Json | undefined;
  const loaded = meta?.['loadedAddresses'] as Record<string, unknown[]> | undefined;
  const writable = loaded?.['writable'] ?? [];
  const readonly = loaded?.['readonly'] ?? [];
  const keys = message?.['accountKeys'];
  const loadedCount = writable.length + readonly.length;
  if (!Array.isArray(keys) || loadedCount === 0) return row;
  const isListedTwice = (meta?.['preBalances'] as unknown[] | undefined)?.length === keys.length;
  const table = {
    accountKey: '11111111111111111111111111111111',
    writableIndexes: writable.map((_, index) => index),
    readonlyIndexes: readonly.map((_, index) => writable.length + index),
  };
  const whole = {
    ...message,
    accountKeys: isListedTwice ? keys.slice(0, -loadedCount) : keys,
    addressTableLookups: [table],
  };
  return { ...row, transaction: { ...transaction, message: whole } };
}

/** Its keys are objects, and it has no header. */
function isJsonParsed(row: Json): boolean {
  const message = (row['transaction'] as Json | undefined)?.['message'] as Json | undefined;
  const keys = message?.['accountKeys'];
  return message?.['header'] === undefined && Array.isArray(keys) && typeof keys[0] === 'object';
}
