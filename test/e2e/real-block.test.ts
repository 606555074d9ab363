import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { type NaiveTransaction, readNaively } from '../support/naive-block.js';
import { DATA, hasData } from '../support/paths.js';

const SLOT = 254_170_887;
const FILE = join(DATA, 'full-blocks', `${SLOT}.getblock.json`);

interface Answer {
  success: boolean;
  data: {
    original_transaction: Record<string, unknown>;
    slot_range: { from: number; to: number; range: number };
    results_by_slot: {
      slot: number;
      slot_offset: number;
      transactions: Record<string, unknown>[];
      transaction_count: number;
    }[];
    summary: Record<string, number>;
    coverage: { missing_slots: number[]; incomplete_slots: number[] };
  };
  pagination: { current_page: number; total_items: number; has_next_page: boolean };
}

describe.skipIf(!hasData)(
  'a real block, imported and asked about over HTTP (skips without ../shared/data)',
  () => {
    const folder = newDataDir();
    let stack: UpStack;
    let transactions: NaiveTransaction[];
    let blockTime: number;

    beforeAll(async () => {
      const block = JSON.parse(readFileSync(FILE, 'utf8'));
      transactions = block.transactions.map(readNaively);
      blockTime = block.blockTime;
      // More questions than a plan allows in a minute.
      stack = await up(['--data-dir', folder.dataDir, '--source', 'none'], { AUTH: 'off' });
      const imported = await tickscope(['import', '--data-dir', folder.dataDir, FILE]);
      expect(imported.code, imported.stderr).toBe(0);
    }, 180_000);

    afterAll(async () => {
      expect(await stack?.stop()).toBe(0);
      folder.remove();
    }, 60_000);

    async function analyze(body: Record<string, unknown>): Promise<Answer> {
      const response = await fetch(`${stack.api}/analyze-trade`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(200);
      return answer as Answer;
    }

    /** Twenty accounts from the one that most transactions touch to one that a single one does. */
    function twentyAccounts(): string[] {
      const uses = new Map<string, number>();
      for (const { read, written } of transactions)
        for (const key of [...read, ...written]) uses.set(key, (uses.get(key) ?? 0) + 1);
      const byHeat = [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([key]) => key);
      // Denser at the hot end: 0, 1, 2, 5, 10, … of the list, in equal steps of its logarithm.
      return Array.from({ length: 20 }, (_, step) => byHeat[Math.round(byHeat.length ** (step / 19)) - 1]!);
    }

    it('returns every transaction of twenty accounts as a naive reading of the JSON does, on every page', async () => {
      for (const account of new Set(twentyAccounts())) {
        const touching = transactions
          .map((tx, index) => ({ tx, index }))
          .filter(({ tx }) => tx.read.has(account) || tx.written.has(account));
        const original = touching[Math.floor(touching.length / 2)]!.tx;
        const limit = Math.max(1, Math.ceil(touching.length / 3));
        const expected = touching.map(({ tx, index }) => ({
          signature: tx.signature,
          signer: tx.signer,
          slot: SLOT,
          poh_tick: (SLOT + 1) * 64 - 1,
          poh_tick_exact: false,
          poh_tick_offset: 0,
          entry_index: 0,
          tx_index: index,
          block_index: index,
          timestamp: new Date(blockTime * 1_000).toISOString(),
          is_vote: tx.isVote ? 1 : 0,
          accounts_read_count: tx.read.size,
          accounts_written_count: tx.written.size,
          // Detection finds no sandwich in this block (see real-block-sandwiches.test.ts).
          roles: [],
          success: tx.success,
          matched_in_read: tx.read.has(account),
          matched_in_written: tx.written.has(account),
          is_original: tx === original,
        }));

        const rows: Record<string, unknown>[] = [];
        for (let page = 1; ; page += 1) {
          const answer = await analyze({ signature: original.signature, account_id: account, limit, page });
          const { data, pagination } = answer;
          expect(data.slot_range).toEqual({ from: SLOT - 4, to: SLOT + 4, range: 4 });
          expect(data.summary).toEqual({
            total_matching_transactions: expected.length,
            displayed_in_page: Math.min(limit, expected.length - rows.length),
            slots_with_activity: 1,
            earliest_poh_tick_offset: 0,
            latest_poh_tick_offset: 0,
          });
          expect(data.coverage.missing_slots).toEqual(
            [-4, -3, -2, -1, 1, 2, 3, 4].map((offset) => SLOT + offset),
          );
          expect(pagination).toEqual({
            current_page: page,
            total_items: expected.length,
            has_next_page: page * limit < expected.length,
          });
          const slots = data.results_by_slot;
          expect(slots.map(({ slot, slot_offset }) => [slot, slot_offset])).toEqual([[SLOT, 0]]);
          rows.push(...slots.flatMap((slot) => slot.transactions));
          if (!pagination.has_next_page) break;
        }
        expect(rows).toEqual(expected);
      }
    });

    it('returns an empty page past the end', async () => {
      const tx = transactions[0]!;
      const { data, pagination } = await analyze({
        signature: tx.signature,
        account_id: tx.signer,
        page: 9_999,
      });
      expect(data.results_by_slot).toEqual([]);
      expect(pagination.has_next_page).toBe(false);
    });

    it('knows fee, success, leader and time of a transaction', async () => {
      const { transactions: rpc } = JSON.parse(readFileSync(FILE, 'utf8'));
      for (const index of [0, 5, 301, 601]) {
        const { meta } = rpc[index];
        const { signature } = transactions[index]!;
        const answer = await (await fetch(`${stack.api}/transaction/${signature}`)).json();
        expect(answer).toMatchObject({
          success: true,
          data: {
            signature,
            slot: SLOT,
            blockTime,
            success: meta.err === null,
            fee: meta.fee,
            leader: expect.stringMatching(/^Ninja1sp/),
          },
        });
      }
    });
  },
);
