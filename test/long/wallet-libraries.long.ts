import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { type GuardedApi, startGuardedApi } from '@tickscope/api/testing/guarded-api';
import { toBase58 } from '@tickscope/chain';
import { BlockWriter } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/paths.js';
import { KIT, WEB3 } from '../support/wallet-libraries.js';

const run = promisify(execFile);

/** Without a registry the libraries are not there: skipped, and counted as that. */
const hasRegistry = await run('npm', ['view', '@solana/kit', 'version', '--fetch-retries=0']).then(
  () => true,
  () => false,
);

const FIRST = 400_000_100;
const keys = Array.from({ length: 4 }, (_, at) => bytesOf(`account ${at}`, 32));
const chain = Array.from({ length: 20 }, (_, at) =>
  makeBlock({ slot: FIRST + at, accounts: keys, transactions: 8 }),
);
const asked = keys.slice(0, 2);

interface Fee {
  slot: number;
  prioritizationFee: number;
}

/** As a node counts them, of successful transactions without votes; in numbers, as the libraries read them. */
function fees(accounts: readonly Uint8Array[]): Fee[] {
  const { transactions, account_locks: locks } = expectedRows(chain);
  const least = (rows: typeof transactions): number =>
    Math.min(...rows.map((row) => Number(row['compute_unit_price'] ?? 0)));
  return chain.flatMap(({ slot }) => {
    const here = (row: (typeof transactions)[number]): boolean =>
      row['slot'] === String(slot) && row['is_vote'] === 'false';
    const block = transactions.filter((tx) => here(tx) && tx['success'] === 'true');
    if (block.length === 0) return [];
    const own = accounts.flatMap((key) => {
      const writers = locks.filter(
        (lock) =>
          here(lock) &&
          lock['account'] === Buffer.from(key).toString('hex') &&
          lock['is_write'] === 'true' &&
          lock['is_failed'] === 'false',
      );
      return writers.length === 0 ? [] : [least(writers)];
    });
    return [{ slot, prioritizationFee: Math.max(least(block), ...own) }];
  });
}

describe.skipIf(!hasRegistry)("wallets' libraries ask POST /rpc (skipped without a registry)", () => {
  let open: ApiUnderTest;
  let guarded: GuardedApi;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-wallets-'));
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(ROOT, 'test/clients', file), join(folder, file));
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    open = await startApiUnderTest();
    const { clickhouse, queryTimeoutMs } = open.config;
    guarded = await startGuardedApi({ clickhouse, queryTimeoutMs });
    await new BlockWriter(open.owner).write(chain);
  }, 900_000);
  afterAll(async () => {
    await guarded?.stop();
    await open?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function answers(program: string, url: string, key: string | null): Promise<Record<string, unknown>> {
    const values = { RPC: `${url}/api/rpc`, KEY: key, ACCOUNTS: asked.map(toBase58) };
    const head = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
    writeFileSync(join(folder, 'wallet.mjs'), head.join('') + program);
    const { stdout } = await run(process.execPath, ['wallet.mjs'], { cwd: folder, timeout: 120_000 });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('@solana/web3.js with a key in httpHeaders, as a visitor, and without a right to', async () => {
    const right = { all: fees([]), locked: fees(asked) };
    expect(right.locked.filter((fee) => fee.prioritizationFee > 0).length).toBeGreaterThan(3);
    expect(await answers(WEB3, guarded.url, await guarded.freshKey())).toEqual(right);
    const visitors = await guarded.startAnother({ explorerPlan: 'default' });
    try {
      expect(await answers(WEB3, visitors.url, null)).toEqual(right);
    } finally {
      await visitors.stop();
    }
    expect(await answers(WEB3, guarded.url, null)).toMatchObject({ all: expect.stringContaining('401') });
  }, 300_000);

  it('@solana/kit with a key in the headers of its transport, and without', async () => {
    const key = await guarded.freshKey();
    const found = await answers(KIT, guarded.url, key);
    expect(found).toMatchObject({ all: fees([]), locked: fees(asked) });
    const estimate = found['estimate'] as { priorityFeeLevels: Record<string, number> };
    const { min, medium, unsafeMax } = estimate.priorityFeeLevels;
    expect([min! <= medium!, medium! <= unsafeMax!, unsafeMax! > 0]).toEqual([true, true, true]);
    expect(await answers(KIT, guarded.url, null)).toMatchObject({ all: expect.stringContaining('401') });
  }, 300_000);
});
