import type { Block } from '@tickscope/chain';
import { type MadeBlockOptions, makeBlock } from '@tickscope/testkit/made-block';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import { expectSameRows, expectStored, storedRows } from '@tickscope/testkit/store/stored-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { type Trade, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReadWrite } from '../connection/open-store.js';
import type { InsertedObjects, WriteConnection } from '../connection/write-connection.js';
import { writeGap } from '../gaps/write-gaps.js';
import { BlockWriter, type WriteOutcome } from './block-writer.js';
import { encodedBlock, isEncoded, type WritableBlock } from './encoded-block.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

const SLOT = 90_000;
const made = (options: Partial<MadeBlockOptions> = {}): Block => makeBlock({ slot: SLOT, ...options });
/** Two blocks for one slot; the second has fewer transactions. */
const OLD = made({ seed: 1, transactions: 60 });
const NEW = made({ seed: 2, transactions: 23 });
/** Never to be touched by what happens to its neighbour. */
const NEIGHBOUR = made({ slot: SLOT + 1 });

async function write(...blocks: WritableBlock[]): Promise<WriteOutcome[]> {
  const { outcomes } = await new BlockWriter(client).write(blocks);
  return blocks.map((block) => outcomes.get(block.slot)!);
}
const gaps = (): Promise<[string, string, string][]> =>
  client.read.queryRows('SELECT from_slot, cause, state FROM gaps FINAL ORDER BY from_slot', {
    timeoutMs: 5_000,
  });
const remove = (table: string): Promise<unknown> =>
  client.command({
    query: `DELETE FROM ${table} WHERE slot = ${SLOT} SETTINGS lightweight_deletes_sync = 2`,
  });
/** Leaves the rows of some tables, as a writer does that dies before its `slots` row. */
async function leaveRowsOf(block: Block, ...tables: string[]): Promise<void> {
  await write(block);
  for (const table of ['slots', 'entries', 'transactions', 'account_slots', 'signatures'])
    if (!tables.includes(table)) await remove(table);
}

describe('another block for a stored slot', () => {
  const versions: [string, Block][] = [
    ['full', NEW],
    ['from RPC', made({ seed: 2, transactions: 23, content: 'no_entries' })],
    ['of entries only', made({ seed: 2, transactions: 23, content: 'entries_only' })],
    ['with more transactions', made({ seed: 3, transactions: 90 })],
    ['empty', made({ seed: 4, transactions: 0 })],
  ];
  test.each(versions)('%s: it replaces the old one whole', async (_, block) => {
    await write(OLD, NEIGHBOUR);
    expect(await write(block)).toEqual(['replaced']);
    await expectStored(client, [block, NEIGHBOUR]);
    expect(await gaps()).toEqual([[String(SLOT), 'replaced', 'repaired']]);
  });

  test('of trades of every kind: nothing of the old one is left in any table', async () => {
    const exchange = { does: 'exchange', program: 'new dex', data: '2a', trader: 'alice' } as const;
    const trades = (amount: bigint): Trade[] => [
      { does: 'swap', trader: 'alice', from: 'A', paid: amount, got: amount },
      { does: 'fill', taker: 'alice', maker: 'maker', paid: amount, got: amount },
      { does: 'rebate', wallet: 'alice', amount },
      { ...exchange, paid: amount, got: amount, calls: 2 },
      { does: 'transfer', from: 'alice', to: 'bob', amount },
    ];
    const block = tradedBlock(SLOT, trades(5n).reverse());
    await write({ ...tradedBlock(SLOT, trades(3n)), blockhash: OLD.blockhash });
    const stored = await storedRows(client);
    for (const table of ['swaps', 'fills', 'rebates', 'unknown_frames', 'token_links'] as const)
      expect(stored[table].length).toBeGreaterThan(0);
    expect(await write(block)).toEqual(['replaced']);
    await expectStored(client, [block]);
  });

  test('and then the first one again', async () => {
    await write(OLD, NEIGHBOUR);
    await write(NEW);
    expect(await write(OLD)).toEqual(['replaced']);
    await expectStored(client, [OLD, NEIGHBOUR]);
  });

  test('together with new and stored blocks', async () => {
    await write(OLD, NEIGHBOUR);
    const fresh = made({ slot: SLOT + 2 });
    expect(await write(NEW, NEIGHBOUR, fresh)).toEqual(['replaced', 'already_stored', 'written']);
    await expectStored(client, [NEW, NEIGHBOUR, fresh]);
  });
});

describe.each<[string, (block: Block) => WritableBlock]>([
  ['whole', (block) => block],
  ['as its rows', encodedBlock],
])('what a writer that died has left, the next block %s', (form, held) => {
  test.each([
    ['transactions of another block', ['transactions']],
    ['entries of another block', ['entries']],
    ['transactions, entries and locks of another block', ['transactions', 'entries', 'account_slots']],
    ['all rows but one table', ['transactions', 'entries', 'signatures']],
  ])('%s: are gone after the next write', async (_, tables) => {
    await leaveRowsOf(OLD, ...tables);
    await write(NEIGHBOUR);
    expect(isEncoded(held(NEW))).toBe(form === 'as its rows');
    expect(await write(held(NEW))).toEqual(['written']);
    await expectStored(client, [NEW, NEIGHBOUR]);
    expect(await gaps()).toEqual([[String(SLOT), 'replaced', 'repaired']]);
  });

  test('rows of the same block are covered, without a gap', async () => {
    await leaveRowsOf(OLD, 'transactions', 'entries', 'account_slots');
    expect(await write(held(OLD))).toEqual(['written']);
    await expectStored(client, [OLD]);
    expect(await gaps()).toEqual([]);
  });
});

describe('a replacement that was not finished', () => {
  const stages: [string, string[]][] = [
    ['nothing was deleted yet', []],
    ['its slots row was deleted', ['slots']],
    ['some tables were deleted', ['slots', 'entries', 'transactions']],
    ['all but the signatures were deleted', ['slots', 'entries', 'transactions', 'account_slots']],
  ];
  test.each(stages)(
    'in the middle of replacing, %s: the next write of the new block completes it',
    async (_, tables) => {
      await write(OLD, NEIGHBOUR);
      await writeGap(client.write, {
        fromSlot: SLOT,
        toSlot: SLOT,
        cause: 'replaced',
        state: 'open',
        detail: '',
      });
      for (const table of tables) await remove(table);
      await write(NEW);
      await expectStored(client, [NEW, NEIGHBOUR]);
      expect(await gaps()).toEqual([[String(SLOT), 'replaced', 'repaired']]);
    },
  );

  test.each(stages)(
    'in the middle of replacing, %s: the next write of the old block restores it',
    async (_, tables) => {
      await write(OLD, NEIGHBOUR);
      await writeGap(client.write, {
        fromSlot: SLOT,
        toSlot: SLOT,
        cause: 'replaced',
        state: 'open',
        detail: '',
      });
      for (const table of tables) await remove(table);
      await write(OLD);
      await expectStored(client, [OLD, NEIGHBOUR]);
      expect(await gaps()).toEqual([[String(SLOT), 'replaced', 'repaired']]);
    },
  );

  test('a slots row over deleted rows, written by a second writer during the replacement, is not believed', async () => {
    await write(OLD);
    await writeGap(client.write, {
      fromSlot: SLOT,
      toSlot: SLOT,
      cause: 'replaced',
      state: 'open',
      detail: '',
    });
    for (const table of ['entries', 'account_slots']) await remove(table);
    await write(OLD);
    await expectStored(client, [OLD]);
  });
});

describe('one writer takes a block out while another writes that slot', () => {
  const isOpen = async (): Promise<boolean> => (await gaps()).some(([, , state]) => state === 'open');

  test('the other one is done before the last rows are deleted: the gap is open, and the next write heals it', async () => {
    await write(OLD, NEIGHBOUR);
    const remover = new BlockWriter(
      storeThat(
        async () => expect(await write(NEW)).toEqual(['written']),
        (table, rows) => rows === 'deleted' && /^(transactions|entries)$/.test(table),
      ),
    );
    expect(await remover.remove(SLOT, OLD.blockhash, 'off the chain')).toBe(true);
    expect(await isOpen()).toBe(true);
    await write(NEW);
    await expectStored(client, [NEW, NEIGHBOUR]);
    expect(await isOpen()).toBe(false);
  });

  test('the other one closes its gap only after all was deleted again: the gap stays open', async () => {
    await write(OLD, NEIGHBOUR);
    const late = new BlockWriter(
      storeThat(
        async () => expect(await new BlockWriter(client).remove(SLOT, NEW.blockhash, '')).toBe(true),
        (_, rows) => rows !== 'deleted' && rows[0]?.['state'] === 'repaired',
      ),
    );
    await late.write([NEW]);
    await expectStored(client, [NEIGHBOUR]);
    expect(await isOpen()).toBe(true);
    await write(NEW);
    await expectStored(client, [NEW, NEIGHBOUR]);
    expect(await isOpen()).toBe(false);
  });

  /** A store that does something, once, before the first of certain writes; what is called meanwhile waits too. */
  function storeThat(
    act: () => Promise<void>,
    isBefore: (table: string, rows: InsertedObjects['rows'] | 'deleted') => boolean,
  ): ReadWrite {
    let acting: Promise<void> | null = null;
    const before = async (...change: Parameters<typeof isBefore>): Promise<void> => {
      if (acting === null && isBefore(...change)) acting = act();
      await acting;
    };
    const write: WriteConnection = {
      ...client.write,
      async deleteSlots(table, slots) {
        await before(table, 'deleted');
        await client.write.deleteSlots(table, slots);
      },
      async insertObjects(table, objects) {
        await before(table, objects.rows);
        await client.write.insertObjects(table, objects);
      },
    };
    return { read: client.read, write };
  }
});

describe('two writers with different blocks for one slot at the same instant', () => {
  const seen = { none: 0, one: 0 };

  test.each([
    ['a new slot', false],
    ['a slot that holds a third block', true],
  ])('%s: one block is there whole, or none and an open gap', async (_, isStored) => {
    for (let round = 0; round < 5; round += 1) {
      const slot = SLOT + 10 + round;
      const blocks = [30, 12].map((transactions, at) => made({ slot, seed: 1 + at, transactions }));
      if (isStored) await write(made({ slot, seed: 3, transactions: 40 }));
      // The second begins at different moments of the first.
      const outcomes = await Promise.all([write(blocks[0]!), later(round, () => write(blocks[1]!))]);
      await expectOneOrGap(slot, blocks, outcomes.flat());
    }
    expect(seen.none + seen.one).toBeGreaterThan(0);
  });

  test('after a conflict, the next write of either block repairs the slot', async () => {
    for (let round = 0; round < 2; round += 1) {
      const slot = SLOT + 50 + round;
      const blocks = [30, 12].map((transactions, at) => made({ slot, seed: 1 + at, transactions }));
      await Promise.all(blocks.map((block) => write(block)));
      await write(blocks[round]!);
      const rows = await storedRows(client, [slot]);
      expectSameRows(rows, expectedRows([blocks[round]!]));
    }
  });

  async function expectOneOrGap(
    slot: number,
    blocks: readonly Block[],
    outcomes: readonly WriteOutcome[],
  ): Promise<void> {
    const rows = await storedRows(client, [slot]);
    const hash = rows.slots[0]?.['blockhash'];
    const winner = blocks.find((block) => Buffer.from(block.blockhash).toString('hex') === hash);
    seen[winner === undefined ? 'none' : 'one'] += 1;
    expectSameRows(rows, expectedRows(winner === undefined ? [] : [winner]));
    if (winner !== undefined) return;
    expect(outcomes).toContain('conflict');
    expect((await gaps()).find(([from]) => from === String(slot))?.[2]).toBe('open');
  }

  async function later<T>(queries: number, run: () => Promise<T>): Promise<T> {
    for (let at = 0; at < queries; at += 1) await client.read.queryRows('SELECT 1', { timeoutMs: 5_000 });
    return run();
  }
});
