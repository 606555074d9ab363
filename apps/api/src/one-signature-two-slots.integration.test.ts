import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signatureToBase58 } from '@tickscope/chain';
import { importFile } from '@tickscope/pipeline';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter, readLinks, writeGaps } from '@tickscope/store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from './server.js';
import { type ApiUnderTest, startApiUnderTest } from './testing/api-under-test.js';
import { quiet } from './testing/quiet.js';
import { get, post } from './testing/request.js';

/** A transaction with a durable nonce that failed in one slot and succeeded in a later one. */
const FOLDER = new URL('../../../../shared/data/public/one-signature-two-slots/', import.meta.url);
const [FAILED, SUCCEEDED] = [371_380_914, 371_380_917];
/** The slot of another transaction of the same wallet, which pages reach only if they do not go in circles before it. */
const OLDER = 371_380_000;
const fileOf = (slot: number): string => fileURLToPath(new URL(`${slot}.getblock.json`, FOLDER));

interface RpcBlock {
  blockTime: number;
  transactions: {
    meta: { err: unknown };
    transaction: { signatures: string[]; message: { accountKeys: string[] } };
  }[];
}

describe.skipIf(!existsSync(FOLDER))(
  'one signature in two slots (skipped where shared/data is absent)',
  () => {
    const blockOf = (slot: number): RpcBlock => JSON.parse(readFileSync(fileOf(slot), 'utf8')) as RpcBlock;
    const [tx] = existsSync(FOLDER) ? blockOf(SUCCEEDED).transactions : [];
    const signature = tx?.transaction.signatures[0] ?? '';
    const wallet = tx?.transaction.message.accountKeys[0] ?? '';

    let store: ApiUnderTest;
    let api: RunningApi;
    beforeAll(async () => {
      store = await startApiUnderTest();
      const options = {
        writer: new BlockWriter(store.owner),
        storedLinks: (fromSlot: number, toSlot: number) => readLinks(store.owner.read, fromSlot, toSlot),
        writeGaps: (gaps: Parameters<typeof writeGaps>[1]) => writeGaps(store.owner.write, gaps),
      };
      for (const slot of [FAILED, SUCCEEDED])
        expect(await importFile(fileOf(slot), options)).toMatchObject({ error: null, firstSlot: slot });
      const folder = mkdtempSync(join(tmpdir(), 'tickscope-older-'));
      const older = { ...blockOf(FAILED), parentSlot: OLDER - 1 };
      older.transactions[0]!.transaction.signatures = [signatureToBase58(new Uint8Array(64).fill(7))];
      const path = join(folder, `${OLDER}.getblock.json`);
      writeFileSync(path, JSON.stringify(older));
      expect(await importFile(path, options)).toMatchObject({ error: null, firstSlot: OLDER });
      rmSync(folder, { recursive: true });
    });
    // A process of its own for each test: answers are cached.
    beforeEach(async () => {
      await api?.stop();
      api = await startApi(store.config, quiet);
    });
    afterAll(async () => {
      await api?.stop();
      await store?.stop();
    });

    const ask = async (path: string, body: object): Promise<{ [field: string]: unknown }> => {
      const answer = await post(`${api.url}/api${path}`, body);
      expect([path, answer.status]).toEqual([path, 200]);
      return (answer.body as { data: { [field: string]: unknown } }).data;
    };
    const details = async (): Promise<unknown> => {
      const { status, body } = await get(`${api.url}/api/transaction/${signature}`);
      expect([status, compileValidators().response('getTransaction', 200)(body)]).toEqual([200, []]);
      return (body as { data: unknown }).data;
    };
    const slotsOf = (rows: unknown): [number, boolean][] =>
      (rows as { slot: number; success: boolean }[]).map(({ slot, success }) => [slot, success]);

    test('is two rows', async () => {
      const answer = await store.owner.query({
        query: `SELECT slot, success FROM transactions FINAL WHERE slot > ${OLDER} ORDER BY slot`,
        format: 'JSONEachRow',
      });
      expect(await answer.json()).toEqual([
        { slot: String(FAILED), success: false },
        { slot: String(SUCCEEDED), success: true },
      ]);
    });

    test('the transaction is the one that succeeded, and names the other', async () => {
      expect(await details()).toMatchObject({
        ...{ signature, slot: SUCCEEDED, success: true },
        also_in: [{ slot: FAILED, success: false, blockTime: blockOf(FAILED).blockTime }],
      });
    });

    test('checks, costs and neighbours are of the one that succeeded', async () => {
      const { results } = await ask('/mev/check-sandwich-fast', { signature });
      expect(results).toMatchObject([{ found: true, slot: SUCCEEDED, success: true }]);
      const enhanced = await ask('/enhance-metadata', { signatures: [signature] });
      expect(enhanced['results']).toMatchObject([{ slot: SUCCEEDED, success: true, err: null }]);
      expect(await ask('/analyze-trade', { signature, account_id: wallet })).toMatchObject({
        original_transaction: { slot: SUCCEEDED },
        summary: { total_matching_transactions: 2 },
      });
    });

    test.each([1, 2, 100])('the wallet’s list has both once, on pages of %i', async (limit) => {
      const rows: unknown[] = [];
      let before: string | null = null;
      for (let page = 0; page < 5; page += 1) {
        const body = { limit, ...(before === null ? {} : { before }) };
        const data = await ask(`/wallet/${wallet}/signatures`, body);
        rows.push(...(data['signatures'] as unknown[]));
        const { has_more, next_before } = data['pagination'] as { has_more: boolean; next_before: string };
        if (!has_more) break;
        before = next_before;
      }
      expect(slotsOf(rows)).toEqual([
        [SUCCEEDED, true],
        [FAILED, false],
        [OLDER, false],
      ]);
    });

    test('where none succeeded it is the last one; where the earlier one did, it is that', async () => {
      const succeed = (slot: number, success: boolean) =>
        store.owner.command({
          query: `ALTER TABLE transactions UPDATE success = ${success} WHERE slot = ${slot}`,
          clickhouse_settings: { mutations_sync: '2' },
        });
      await succeed(SUCCEEDED, false);
      expect(await details()).toMatchObject({ slot: SUCCEEDED, success: false, also_in: [{ slot: FAILED }] });
      await succeed(FAILED, true);
      await api.stop();
      api = await startApi(store.config, quiet);
      expect(await details()).toMatchObject({ slot: FAILED, success: true, also_in: [{ slot: SUCCEEDED }] });
    });
  },
);
