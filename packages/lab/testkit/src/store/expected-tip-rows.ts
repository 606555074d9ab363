import type { Block, Transaction } from '@tickscope/chain';
import bs58 from 'bs58';
import type { Row } from './row.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const text = (value: number | bigint | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
const SYSTEM = hex(bs58.decode('11111111111111111111111111111111'));
const TIPS = new Set(
  [
    '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
    'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
    'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
    'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
    'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
    'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
    'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
    '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
  ].map((key) => hex(bs58.decode(key))),
);

/** The keys of a transaction in hex, loaded ones included. */
export const keysOf = (tx: Transaction): string[] =>
  [...tx.staticKeys, ...(tx.loaded?.writable ?? []), ...(tx.loaded?.readonly ?? [])].map(hex);

/** `transactions.jito_tip`. */
export function tipOf(tx: Transaction): string | null {
  const keys = keysOf(tx);
  if (!keys.some((key) => TIPS.has(key))) return tx.loaded === null ? null : '0';
  if (tx.meta === null) return null;
  if (tx.meta.error !== null) return '0';
  if (tx.meta.innerInstructions === null) return null;
  const all = [...tx.instructions, ...tx.meta.innerInstructions.flatMap((group) => group.instructions)];
  let tip = 0n;
  for (const ix of all) {
    const data = Buffer.from(ix.data);
    if (keys[ix.programIdIndex] !== SYSTEM || data.length < 12) continue;
    const to = { 2: ix.accounts[1], 11: ix.accounts[2] }[data.readUInt32LE(0)];
    if (to !== undefined && TIPS.has(keys[to] ?? '')) tip += data.readBigUInt64LE(4);
  }
  return String(tip);
}

/** Rows of `tips`, of Jito's accounts alone: a made block and the real one pay no others. */
export function tipRows(
  block: Block,
  tx: Transaction,
  { isAlone, version }: { isAlone: boolean; version: number },
): Row[] {
  const keys = keysOf(tx);
  const named = [...new Set(keys.filter((key) => TIPS.has(key)))];
  if (tx.isVote || tx.meta === null || tx.meta.error !== null) return [];
  const sums = new Map<string, bigint | null>(
    named.map((key) => [key, tx.meta?.innerInstructions ? 0n : null]),
  );
  for (const ix of [
    ...tx.instructions,
    ...(tx.meta?.innerInstructions ?? []).flatMap((group) => group.instructions),
  ]) {
    const data = Buffer.from(ix.data);
    if (keys[ix.programIdIndex] !== SYSTEM || data.length < 12) continue;
    const to = keys[{ 2: ix.accounts[1], 11: ix.accounts[2] }[data.readUInt32LE(0)] ?? -1] ?? '';
    const sum = sums.get(to);
    if (sum !== undefined && sum !== null) sums.set(to, sum + data.readBigUInt64LE(4));
  }
  return [...sums]
    .filter(([, lamports]) => lamports !== 0n)
    .map(([account, lamports]) => ({
      slot: text(block.slot),
      block_index: text(tx.index),
      account,
      service: 'Jito',
      lamports: text(lamports),
      signer: keys[0]!,
      fee: text(tx.meta?.feeLamports),
      is_alone: text(isAlone),
      version: text(version),
    }));
}
