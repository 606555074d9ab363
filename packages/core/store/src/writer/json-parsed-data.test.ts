import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { accountLocks, type Block, KNOWN_TIPS, parseExactJson, parseGetBlock } from '@tickscope/chain';
import { extractBlock } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { encodeBlock, newBlockBuffers } from './encode-block.js';
import { BLOCK_TABLES } from './tables.js';

const SLOT = 355_825_332;
const DATA = new URL('../../../../../../shared/data/full-blocks/', import.meta.url);
const hasData = existsSync(DATA);

function read(encoding: string): Block {
  const bytes = gunzipSync(readFileSync(new URL(`${SLOT}.${encoding}.getblock.json.gz`, DATA)));
  return parseGetBlock(parseExactJson(bytes.toString()), SLOT);
}

describe.skipIf(!hasData)('block 355825332 in two encodings (skipped without ../shared/data)', () => {
  const [base64, jsonParsed] = hasData ? [read('base64'), read('jsonParsed')] : [];

  it('gives the same rows, to the byte', () => {
    const rows = [base64!, jsonParsed!].map((block) => {
      const buffers = newBlockBuffers();
      encodeBlock(buffers, block, KNOWN_TIPS);
      return BLOCK_TABLES.map((table) => {
        const encoded = buffers[table].encoded();
        return [table, encoded.rows, Buffer.from(encoded.bytes).toString('latin1')] as const;
      });
    });
    const counts = rows.map((tables) => tables.map(([table, count]) => [table, count]));
    expect(counts[1]).toEqual(counts[0]);
    for (const [index, [table, , bytes]] of rows[0]!.entries())
      expect([table, rows[1]![index]![2] === bytes]).toEqual([table, true]);
  });

  it('holds what the README of the data says', () => {
    const { parentSlot, transactions } = jsonParsed!;
    const { trades, unknownFrames } = extractBlock(jsonParsed!);
    const buffers = newBlockBuffers();
    encodeBlock(buffers, jsonParsed!, KNOWN_TIPS);
    expect({
      parentSlot,
      transactions: transactions.length,
      votes: transactions.filter(({ isVote }) => isVote).length,
      failed: transactions.filter(({ meta }) => meta?.error !== null).length,
      accounts: buffers.account_slots.rows,
      locks: jsonParsed!.transactions.reduce((sum, tx) => sum + accountLocks(tx).length, 0),
      swaps: trades.swaps.length,
      attempts: trades.attempts.length,
      unknown: unknownFrames.length,
    }).toEqual({
      parentSlot: 355_825_331,
      transactions: 1_648,
      votes: 1_038,
      failed: 70,
      accounts: 5_337,
      locks: 18_331,
      swaps: 349,
      attempts: 49,
      unknown: 0,
    });
    const byDex = new Map<string, number>();
    for (const { dexName } of trades.swaps) byDex.set(dexName, (byDex.get(dexName) ?? 0) + 1);
    expect([...byDex].sort(([, a], [, b]) => b - a).slice(0, 8)).toEqual([
      ['PumpSwap', 201],
      ['Raydium CLMM', 46],
      ['Raydium CPMM', 45],
      ['Raydium AMM v4', 34],
      ['Pump.fun', 7],
      ['Meteora DLMM', 6],
      ['Raydium LaunchLab', 4],
      ['Orca Whirlpool', 3],
    ]);
  });
});
