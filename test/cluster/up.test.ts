import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '@tickscope/store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstQuestion, newDataDir, tickscope, type UpStack, up } from '../support/cli.js';

interface Run {
  clickhouse: { urls: string[]; users: { reader: { user: string; password: string } } };
  api: { key: string };
}

interface SettledRange {
  from: number;
  to: number;
  length: number;
}

const WAIT = { timeout: 300_000, interval: 200 };
const UNSETTLED_SLOTS = 30;

/** The whole product over two ClickHouse servers, with blocks of the simulator. */
describe('tickscope up --shards 2', () => {
  const { dataDir, remove } = newDataDir();
  let stack: UpStack;
  let run: Run;
  let shards: Store[];
  let range: SettledRange;

  const start = async (...args: string[]): Promise<void> => {
    stack = await up(['--data-dir', dataDir, ...args]);
    run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run;
    const { reader } = run.clickhouse.users;
    shards = run.clickhouse.urls.map((url) =>
      openStore({ url, ...reader, database: 'tickscope', application: 'test' }),
    );
  };
  const stop = async (): Promise<void> => {
    for (const shard of shards) await shard.close();
    expect(await stack.stop()).toBe(0);
  };
  const onShards = async (sql: string): Promise<number[]> => {
    const answers = shards.map(({ read }) => read.queryRows<[string]>(sql, { timeoutMs: 10_000 }));
    return (await Promise.all(answers)).map(([row]) => Number(row?.[0]));
  };

  /** Slots that detection is done with: a sandwich is final 20 slots later, and `verify` looks beyond its range. */
  const settled = async (): Promise<SettledRange> => {
    const [from, to] = await Promise.all([
      onShards('SELECT min(slot) FROM slots'),
      onShards('SELECT max(slot) FROM detected_slots'),
    ]);
    return { from: from[0]!, to: to[0]! - UNSETTLED_SLOTS, length: to[0]! - UNSETTLED_SLOTS - from[0]! };
  };
  const expectProven = async (...args: string[]): Promise<void> => {
    const slots = ['--from', `${range.from}`, '--to', `${range.to}`];
    const { code, stdout, stderr } = await tickscope(['verify', '--data-dir', dataDir, ...slots, ...args]);
    expect(code, stdout + stderr).toBe(0);
  };

  beforeAll(() => start('--shards', '2', '--source', 'simulator'), 480_000);
  afterAll(async () => {
    await stack?.stop();
    remove();
  });

  test('blocks are on both, and each block is whole', async () => {
    const { signature } = await firstQuestion(stack);
    const check = await tickscope(['check', signature, '--data-dir', dataDir]);
    expect(check.code, check.stderr).toBe(0);
    expect(check.stdout.split('\n')[0]).toMatch(/^This trade was sandwiched by /);
    await vi.waitFor(async () => expect((await settled()).length).toBeGreaterThan(10), WAIT);
    range = await settled();
    await expectProven('--poh');
    for (const table of ['account_slots', 'transactions', 'swaps'])
      for (const rows of await onShards(`SELECT count() FROM tickscope_local.${table}`))
        expect(rows, table).toBeGreaterThan(0);
  }, 600_000);

  test('the API answers from both', async () => {
    const { signature, account_id } = await firstQuestion(stack);
    /** As clients do, it asks again where the server is too busy for a moment. */
    const ask = async (path: string, body?: unknown): Promise<Response> => {
      for (const deadline = Date.now() + 120_000; ; await sleep(1_000)) {
        const answer = await fetch(`${stack.api}/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${run.api.key}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (answer.status !== 503 || Date.now() > deadline) return answer;
      }
    };
    const answers = await Promise.all([
      ask('analyze-trade', { signature, account_id }),
      ask(`transaction/${signature}`),
      ask('write-locks/hot-accounts', { time_range: '1h' }),
      ask('write-locks/account', { account: account_id, time_range: '1h' }),
      ask(`wallet/${account_id}/signatures`, {}),
      ask('mev/check-sandwich-fast', { signatures: [signature] }),
      ask('mev/sandwiches'),
      ask('mev/attackers'),
      ask('validators'),
      ask('status'),
      ask('slots'),
    ]);
    for (const answer of answers)
      expect([answer.url, answer.status, answer.ok ? '' : await answer.text()]).toEqual([
        answer.url,
        200,
        '',
      ]);
  }, 300_000);

  test('a restart keeps the number of servers and the rows, and refuses another number', async () => {
    const before = await onShards('SELECT count() FROM tickscope_local.transactions FINAL');
    await stop();
    const refused = await tickscope(['up', '--data-dir', dataDir, '--shards', '3']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('2 ClickHouse servers');
    // Without a running stack, a command starts the servers for itself.
    await expectProven();
    await start('--source', 'none');
    const after = await onShards('SELECT count() FROM tickscope_local.transactions FINAL');
    for (const [shard, rows] of after.entries()) expect(rows).toBeGreaterThanOrEqual(before[shard]!);
    await stop();
  }, 600_000);
});
