import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseExactJson, parseGetBlock } from '@tickscope/chain';
import { describe, expect, it } from 'vitest';
import { extractBlockTrades } from '../block-trades.js';
import { hasSharedData, sharedPath } from '../testing/shared-data.js';
import { failureReason } from './failure-reason.js';

interface RawBlock {
  transactions: { meta: { err: unknown; logMessages: string[] } }[];
}

const FILES: Readonly<Record<number, string>> = {
  254170887: 'full-blocks/254170887.getblock.json',
  355825332: 'full-blocks/355825332.base64.getblock.json.gz',
};

function readBlock(slot: number) {
  const bytes = readFileSync(sharedPath(FILES[slot]!));
  const text = (FILES[slot]!.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const json = JSON.parse(text) as RawBlock & { result?: RawBlock };
  const block = parseGetBlock(parseExactJson(text), slot);
  const reasons = block.transactions.map(({ meta }) =>
    meta === null || meta.error === null
      ? null
      : failureReason({
          error: meta.error,
          program: meta.failure?.program ?? null,
          logName: meta.failure?.name ?? null,
        }),
  );
  return { block, reasons, raw: (json.result ?? json).transactions };
}

/** By the depths of calls: the failed program that was called deepest, as text of the log alone. */
function deepestFailure(log: readonly string[]): string | null {
  const open: string[] = [];
  let deepest: { program: string; depth: number } | null = null;
  for (const line of log) {
    const [word, program = '', what, depth] = line.split(' ');
    if (word !== 'Program' || program.length < 32) continue;
    if (what === 'invoke') open.splice(Number(depth!.slice(1, -1)) - 1, Infinity, program);
    if (what === 'success') open.pop();
    if (what === 'failed:' && open.at(-1) === program) {
      if (deepest === null || open.length > deepest.depth) deepest = { program, depth: open.length };
      open.pop();
    }
  }
  return deepest?.program ?? null;
}

type Pinned = [
  index: number,
  label: string | null,
  code: number | null,
  name: string | null,
  kind: string | null,
];

/** Read by hand from the log: the program is that of the first "failed" line, the number the one on it. */
const PINNED: Readonly<Record<number, Pinned[]>> = {
  254170887: [
    // "Error: The amm account owner is not match with this program", 0x1b
    [7, 'Raydium AMM v4', 27, 'InvalidAmmAccountOwner', 'account'],
    // "Error: InvalidSplTokenProgram", 0x26
    [8, 'Raydium AMM v4', 38, 'InvalidSplTokenProgram', 'account'],
    // "Error: exceeds desired slippage limit", 0x1e
    [12, 'Raydium AMM v4', 30, 'ExceededSlippage', 'limit'],
    // "Error: InvalidStatus", 0x16
    [100, 'Raydium AMM v4', 22, 'InvalidStatus', 'pool_state'],
    // "Error: insufficient funds", 0x28
    [110, 'Raydium AMM v4', 40, 'InsufficientFunds', 'insufficient_funds'],
    // "Error: InvalidInput", 0x1d
    [113, 'Raydium AMM v4', 29, 'InvalidInput', 'other'],
    // "AnchorError occurred. Error Code: SlippageToleranceExceeded. Error Number: 6001", 0x1771
    [27, 'Jupiter v4', 6001, 'SlippageToleranceExceeded', 'limit'],
    [115, 'Jupiter v6', 6001, 'SlippageToleranceExceeded', 'limit'],
    // "AnchorError thrown in programs/amm/…. Error Code: LiquidityInsufficient. Error Number: 6019", 0x1783
    [226, 'Raydium CLMM', 6019, 'LiquidityInsufficient', 'pool_state'],
    // "Error Code: InvalidTickArraySequence. Error Number: 6023", 0x1787
    [531, 'Orca Whirlpool', 6023, 'InvalidTickArraySequence', 'account'],
    // "exceeds desired slippage limit", 0x26
    [285, 'Raydium router', 38, 'ExceededSlippage', 'limit'],
    // "Error: Delay transaction", 0x2, of a program without a list
    [9, null, 2, 'Delay transaction', null],
    // "ERR: Balance decreased: …", 0x0, likewise
    [210, null, 0, null, null],
    // "failed: SBF program panicked"
    [262, 'Jupiter v6', null, 'ProgramFailedToComplete', 'other'],
  ],
  355825332: [
    // "Error Code: ExceededSlippage. Error Number: 6004", 0x1774
    [181, 'PumpSwap', 6004, 'ExceededSlippage', 'limit'],
    // "Error Code: PoolMigrated. Error Number: 6006", 0x1776
    [204, 'Raydium LaunchLab', 6006, 'PoolMigrated', 'pool_state'],
    // No name in the log, 0x1771
    [322, 'Jupiter v6', 6001, 'SlippageToleranceExceeded', 'limit'],
    [695, 'Jupiter v6', 6001, 'SlippageToleranceExceeded', 'limit'],
    [933, 'Jupiter v6', 6001, 'SlippageToleranceExceeded', 'limit'],
    // "Error Code: ExceededSlippage. Error Number: 6005", 0x1775
    [369, 'Raydium CPMM', 6005, 'ExceededSlippage', 'limit'],
    [1199, 'Raydium CPMM', 6005, 'ExceededSlippage', 'limit'],
    // "Error: insufficient funds", 0x1
    [568, 'Token', 1, 'InsufficientFunds', 'insufficient_funds'],
    // "Transfer: insufficient lamports 1993902, need 2039280", 0x1, under another program
    [1151, 'System', 1, 'ResultWithNegativeLamports', 'insufficient_funds'],
    // "Error Code: StaleReport. Error Number: 6003", 0x1773, of a program without a list
    [101, null, 6003, 'StaleReport', null],
    // 0x3, of a program without a list and without words
    [1121, null, 3, null, null],
    // "failed: exceeded CUs meter at BPF instruction"
    [72, null, null, 'ProgramFailedToComplete', 'compute'],
    // "failed: insufficient funds for instruction"
    [970, null, null, 'InsufficientFunds', 'insufficient_funds'],
  ],
};

describe.skipIf(!hasSharedData).each([254170887, 355825332])(
  'failed transactions of block %i (skipped without ../shared/data)',
  (slot) => {
    const { block, reasons, raw } = hasSharedData ? readBlock(slot) : { block: null, reasons: [], raw: [] };

    it('failed in the program that was called deepest, with the number of the transaction’s error', () => {
      let failures = 0;
      for (const [index, { meta }] of raw.entries()) {
        expect(reasons[index] === null).toBe(meta.err === null);
        if (meta.err === null) continue;
        failures += 1;
        const { program, code } = reasons[index]!;
        expect([index, program]).toEqual([index, deepestFailure(meta.logMessages)]);
        const custom = /"Custom":(\d+)/.exec(JSON.stringify(meta.err))?.[1];
        expect([index, code]).toEqual([index, custom === undefined ? null : Number(custom)]);
      }
      expect(failures).toBe({ 254170887: 305, 355825332: 70 }[slot]);
    });

    it('have the names and kinds that their logs give by hand', () => {
      for (const [index, label, code, name, kind] of PINNED[slot]!)
        expect([index, reasons[index]]).toMatchObject([index, { label, code, name, kind }]);
    });

    it('name the error of every attempt whose program publishes its list', () => {
      const attempted = new Set(extractBlockTrades(block!).attempts.map(({ blockIndex }) => blockIndex));
      const nameless = [...attempted].filter((index) => {
        const { label, name } = reasons[index]!;
        return label !== null && name === null;
      });
      expect(attempted.size).toBeGreaterThan(10);
      expect(nameless).toEqual([]);
    });
  },
);
