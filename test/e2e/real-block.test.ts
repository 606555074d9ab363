import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, toBase58 } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { readRunFile } from '@tickscope/embedded';
import { importFile } from '@tickscope/pipeline';
import { detectSandwiches } from '@tickscope/sandwich';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFastCheck } from '../detection/ways-in/ask.js';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { type NaiveTransaction, readNaively } from '../support/naive-block.js';
import { DATA, hasData } from '../support/paths.js';

const SLOT = 254_170_887;
const FILE = join(DATA, 'full-blocks', `${SLOT}.getblock.json`);
/** Slots either side that the fast check looks at; of them only the block's own is stored. */
const WINDOW = 10;
/** `tickscope check` is a process each time. */
const CHECKED_BY_CLI = 3;

/** The block of the file, as the importer reads it. */
async function readBlock(): Promise<Block> {
  const blocks: Block[] = [];
  const writer = {
    async write(written: readonly Block[]) {
      blocks.push(...written);
      return { outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 };
    },
  };
  await importFile(FILE, { writer: writer as never, storedLinks: async () => [], writeGaps: async () => {} });
  return blocks[0]!;
}

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

describe.skipIf(!hasData)('a real block, imported (skips without ../shared/data)', () => {
  const folder = newDataDir();
  let stack: UpStack;

  beforeAll(async () => {
    // More questions than a plan allows in a minute.
    stack = await up(['--data-dir', folder.dataDir, '--source', 'none'], { AUTH: 'off' });
    const imported = await tickscope(['import', '--data-dir', folder.dataDir, FILE]);
    expect(imported.code, imported.stderr).toBe(0);
  }, 480_000);
  afterAll(async () => {
    expect(await stack?.stop()).toBe(0);
    folder.remove();
  }, 120_000);

  describe('its transactions, asked about over HTTP', () => {
    let transactions: NaiveTransaction[];
    let blockTime: number;
    beforeAll(() => {
      const block = JSON.parse(readFileSync(FILE, 'utf8'));
      transactions = block.transactions.map(readNaively);
      blockTime = block.blockTime;
    });

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
          // Detection finds no sandwich in this block (see below).
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
  });

  describe('its swaps, asked about', () => {
    let client: TestConnection;
    let block: Block;
    /** The signature of every transaction with a swap. */
    let signatures: string[];

    beforeAll(async () => {
      block = await readBlock();
      const indexes = new Set(extractBlockTrades(block).swaps.map(({ blockIndex }) => blockIndex));
      signatures = [...indexes].map((index) => toBase58(block.transactions[index]!.signatures[0]!));
      const { url, users } = (await readRunFile(folder.dataDir))!.clickhouse!;
      client = connectTo({ url, users });
    });
    afterAll(() => client?.close());

    async function ask(path: string): Promise<{ data: Record<string, unknown> }> {
      const response = await fetch(`${stack.api}${path}`);
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(200);
      return answer as { data: Record<string, unknown> };
    }

    it('the tables hold no sandwich, as the block has none, and detection has run over it', async () => {
      const read = (query: string) => client.read.queryRows(query, { timeoutMs: 30_000 });
      expect(detectSandwiches([extractBlockTrades(block)])).toEqual([]);
      expect(await read('SELECT bracket_id FROM sandwiches FINAL')).toEqual([]);
      expect(await read('SELECT DISTINCT bracket_id FROM sandwich_legs FINAL')).toEqual([]);
      expect(await read('SELECT toString(slot) FROM detected_slots FINAL')).toEqual([[String(SLOT)]]);
    });

    it('every swap gets an answer with the missing slots and no undetected slots', async () => {
      expect(signatures.length).toBeGreaterThan(20);
      const around = Array.from({ length: 2 * WINDOW + 1 }, (_, at) => SLOT - WINDOW + at);
      const expected = {
        ...{ found: true, sandwich_detected: false },
        coverage: {
          ...{ missing_slots: around.filter((slot) => slot !== SLOT), incomplete_slots: [] },
          undetected_slots: [],
        },
        // The neighbouring slots are unknown, so "not sandwiched" cannot be concluded.
        verdict: 'unknown',
      };
      for (const answer of await askFastCheck(stack.origin, signatures))
        expect(answer).toMatchObject(expected);
    });

    it('the slot has the transactions of the file, in order, and none has a part in a sandwich', async () => {
      const json = JSON.parse(readFileSync(FILE, 'utf8'));
      const expected = (json.transactions as Parameters<typeof readNaively>[0][]).map(readNaively);
      const { data } = await ask(`/slots/${SLOT}?limit=5000`);
      // Counts of ../shared/data/README.md.
      expect(data).toMatchObject({
        ...{ slot: SLOT, head_slot: SLOT, state: 'stored', reason: null, is_detected: true, entries: [] },
        block: {
          ...{ parent_slot: 254_170_886, blockhash: json.blockhash, block_height: json.blockHeight },
          ...{ transaction_count: 602, vote_count: 158, failed_count: 305, entry_count: null },
        },
        next_index: null,
      });
      const listed = data['transactions'] as { signature: string }[];
      expect(listed).toMatchObject(
        expected.map(({ signature, signer, isVote, success }, at) => ({
          ...{ signature, signer, is_vote: isVote, block_index: at, poh_tick: null, roles: [] },
          success,
          fee: String(json.transactions[at].meta.fee),
          compute_units: json.transactions[at].meta.computeUnitsConsumed,
        })),
      );
    });

    it('the lists know the block, and no sandwich or attacker', async () => {
      const { data: status } = await ask('/status');
      expect(status).toMatchObject({ head: { slot: SLOT }, stored: { from_slot: SLOT, to_slot: SLOT } });
      const { data: strip } = await ask('/slots?limit=3');
      expect((strip['slots'] as { slot: number; state: string }[])[0]).toMatchObject({
        ...{ slot: SLOT, state: 'stored', transaction_count: 602, vote_count: 158 },
      });
      expect((await ask('/mev/sandwiches')).data['sandwiches']).toEqual([]);
      expect((await ask('/mev/attackers')).data['attackers']).toEqual([]);
      const { data: page } = await ask(`/slots/${SLOT}?limit=1&votes=false`);
      const [{ signer }] = page['transactions'] as [{ signer: string }];
      const { data: attacker } = await ask(`/mev/attackers/${signer}`);
      expect(attacker).toMatchObject({
        seen_as_attacker: false,
        summary: { sandwich_count: 0, victim_count: 0 },
      });
    });

    it('tickscope check answers, without "not analysed yet"', async () => {
      const every = Math.ceil(signatures.length / CHECKED_BY_CLI);
      for (const signature of signatures.filter((_, at) => at % every === 0)) {
        const { code, stdout, stderr } = await tickscope(['check', signature, '--data-dir', folder.dataDir]);
        expect(code, stderr).toBe(0);
        expect(stdout).toContain('Not stored');
        expect(stdout).not.toMatch(/undetected|not analysed/i);
      }
    });
  });
});
