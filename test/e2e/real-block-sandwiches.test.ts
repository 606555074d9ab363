import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, toBase58 } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { readRunFile } from '@tickscope/embedded';
import { importFile } from '@tickscope/pipeline';
import { detectSandwiches } from '@tickscope/sandwich';
import { openTestConnection, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askFastCheck } from '../detection/ways-in/ask.js';
import { ANSWERS_SAY_VERDICT } from '../detection/ways-in/promises.js';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { readNaively } from '../support/naive-block.js';
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
      return { outcomes: new Map(), rows: 0, bytes: 0 };
    },
  };
  await importFile(FILE, { writer: writer as never, writeGaps: async () => {} });
  return blocks[0]!;
}

describe.skipIf(!hasData)(
  'the swaps of a single imported block, asked about (skips without ../shared/data)',
  () => {
    const folder = newDataDir();
    let stack: UpStack;
    let client: TestConnection;
    let block: Block;
    /** Of every transaction with a swap. */
    let signatures: string[];

    beforeAll(async () => {
      block = await readBlock();
      const indexes = new Set(extractBlockTrades(block).swaps.map(({ blockIndex }) => blockIndex));
      signatures = [...indexes].map((index) => toBase58(block.transactions[index]!.signatures[0]!));
      stack = await up(['--data-dir', folder.dataDir, '--source', 'none'], { AUTH: 'off' });
      const imported = await tickscope(['import', '--data-dir', folder.dataDir, FILE]);
      expect(imported.code, imported.stderr).toBe(0);
      const run = await readRunFile(folder.dataDir);
      const { url, users } = run!.clickhouse!;
      client = openTestConnection({ url, ...users.owner, database: 'tickscope', application: 'test' });
    }, 240_000);
    afterAll(async () => {
      await client?.close();
      await stack?.stop();
      folder.remove();
    }, 60_000);

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
          ...(ANSWERS_SAY_VERDICT ? { undetected_slots: [] } : {}),
        },
        // The neighbouring slots are unknown, so "not sandwiched" cannot be concluded.
        ...(ANSWERS_SAY_VERDICT ? { verdict: 'unknown' } : {}),
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
  },
);
