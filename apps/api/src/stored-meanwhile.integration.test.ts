import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { type Block, toBase58 } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import type { Database } from '@tickscope/queries';
import { readDayRange } from '@tickscope/queries/coverage';
import { scanWallet } from '@tickscope/queries/mev';
import { openTestDatabase } from '@tickscope/queries/testing/test-database';
import { BlockWriter } from '@tickscope/store';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { IS_WHOLE } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnsweringOperation, Operation, OperationInput } from './operation.js';
import { analyzeTrade } from './routes/analyze-trade/handler.js';
import { getAttacker } from './routes/attacker/handler.js';
import { checkSandwichFast } from './routes/check-sandwich-fast/handler.js';
import { listAttackers } from './routes/list-attackers/handler.js';
import { listSandwiches } from './routes/list-sandwiches/handler.js';
import { listSlots } from './routes/list-slots/handler.js';
import { listValidators } from './routes/list-validators/handler.js';
import { getSlot } from './routes/slot/handler.js';
import { walletSignatures } from './routes/wallet-signatures/handler.js';
import { getAccountWriteLocks } from './routes/write-locks-account/handler.js';
import { findHotAccounts } from './routes/write-locks-hot-accounts/handler.js';
import { interruptedDatabase, Meeting } from './testing/interrupted-database.js';
import { labelledChain, storeLabelledChain } from './testing/labelled-chain.js';
import { mostFrequent } from './testing/most-frequent.js';

const context = { id: 'test', signal: new AbortController().signal };
// All statements of all questions listen to it.
setMaxListeners(0, context.signal);
/** `npm test` interrupts before some of the statements. */
const EVERY = IS_WHOLE ? 1 : 6;
/** Slots to each side over which detection runs again. */
const REACH = 6;
const { blocks, labels } = labelledChain('meanwhile', 64);
/** Every other block comes late, but for those at the ends. */
const late = blocks.filter((_, at) => at % 2 === 1 && at < blocks.length - 2);
const last = blocks.at(-1)!.slot;

const pool = mostFrequent(labels.map((label) => label.pool));
const attacker = mostFrequent(labels.flatMap(({ attackers }) => attackers));
const victim = mostFrequent(labels.flatMap(({ victims }) => victims.map(({ trader }) => trader)));

/** A question about a range in which a slot is stored late. */
type Ask = (database: Database, slot: number) => Promise<unknown>;

function operation(asked: Operation, input: (slot: number) => Partial<OperationInput>): Ask {
  const { answer } = asked as AnsweringOperation;
  return (database, slot) =>
    answer({
      ...({
        database,
        rangeDatabase: database,
        computeLimits: [],
        node: null,
        context,
      } as unknown as OperationInput),
      ...{ body: {}, pathParameters: {}, queryParameters: {} },
      ...input(slot),
    });
}

const QUESTIONS: Readonly<Record<string, Ask>> = {
  analyzeTrade: operation(analyzeTrade, (slot) => ({
    body: { signature: signatureBefore(slot), account_id: pool, slot_range: 4, limit: 1_000, page: 1 },
  })),
  checkSandwichFast: operation(checkSandwichFast, (slot) => ({
    body: { signature: signatureBefore(slot), slot_range: 10 },
  })),
  getSlot: operation(getSlot, (slot) => ({ pathParameters: { slot: String(slot) } })),
  listSlots: operation(listSlots, (slot) => ({
    queryParameters: { before_slot: String(slot + 3), limit: '5' },
  })),
  'getAccountWriteLocks of a slot': operation(getAccountWriteLocks, (slot) => ({
    body: { account: pool, slot },
  })),
  'getAccountWriteLocks of an hour': operation(getAccountWriteLocks, () => ({
    body: { account: pool, time_range: '1h' },
  })),
  'findHotAccounts of a slot': operation(findHotAccounts, (slot) => ({ body: { slot, limit: 20 } })),
  'findHotAccounts of an hour': operation(findHotAccounts, () => ({ body: { time_range: '1h', limit: 20 } })),
  listSandwiches: operation(listSandwiches, (slot) => ({
    queryParameters: { from: String(slot - REACH), to: String(slot + REACH), limit: '100' },
  })),
  'listSandwiches of a wallet': operation(listSandwiches, () => ({
    queryParameters: { attacker, limit: '5' },
  })),
  listAttackers: operation(listAttackers, () => ({ queryParameters: { period: '1h' } })),
  getAttacker: operation(getAttacker, () => ({ pathParameters: { address: attacker } })),
  listValidators: operation(listValidators, () => ({ queryParameters: { period: '1h' } })),
  walletSignatures: operation(walletSignatures, () => ({
    pathParameters: { address: attacker },
    body: { limit: 1_000 },
  })),
  scanWallet: async (database) => {
    const question = { wallet: victim, window: 4 } as never;
    const scan = await scanWallet(database, question, await readDayRange(database, 1, context), context);
    return { ...scan, symbolOf: null };
  },
};

describe('a block that is stored and analysed while an answer is being read', () => {
  let store: TestStore;
  let owner: TestConnection;
  let waiting = [...late];
  beforeAll(async () => {
    store = await startTestStore();
    owner = await store.fresh();
    await storeLabelledChain(owner, { blocks: blocks.filter((block) => !late.includes(block)), labels });
  });
  afterAll(() => store.stop());

  async function storeNext(): Promise<void> {
    const block = waiting[0] as Block;
    waiting = waiting.slice(1);
    await new BlockWriter(owner).write([block]);
    await redetect(owner, { fromSlot: block.slot - REACH, toSlot: block.slot + REACH, headSlot: last });
    await markDetected(owner, `slot = ${block.slot}`);
  }

  it('is covered only where the answer has it, whatever the answer reads before and after it', async () => {
    const names = Object.keys(QUESTIONS);
    const asked = async (slot: number): Promise<unknown[]> =>
      Promise.all(names.map((name) => QUESTIONS[name]!(openTestDatabase(store), slot)));
    const before = await asked(waiting[0]!.slot);
    const wrong: unknown[] = [];
    let most = 1;
    for (let at = 1; at <= most; at += EVERY) {
      const { slot } = waiting[0]!;
      const meeting = new Meeting(names.length, storeNext);
      const answers = await Promise.all(
        names.map(async (name) => {
          const database = interruptedDatabase(openTestDatabase(store), at, () => meeting.wait());
          const answer = await QUESTIONS[name]!(database, slot);
          if (database.statements() < at) await meeting.leave();
          most = Math.max(most, database.statements());
          return answer;
        }),
      );
      for (const [place, after] of (await asked(slot)).entries()) {
        const [name, answer] = [names[place]!, answers[place]];
        if (at === 1) expect(claimOf(after), name).not.toEqual(claimOf(before[place]));
        if (!isDeepStrictEqual(claimOf(answer), claimOf(after))) continue;
        if (!isDeepStrictEqual(withoutTimes(answer), withoutTimes(after))) wrong.push([name, at]);
      }
    }
    expect(wrong).toEqual([]);
    expect(most).toBeGreaterThan(10);
  });
});

/** The claim of an answer about how much it knows: its `coverage`, or a slot's state. */
function claimOf(answer: unknown): unknown {
  const found: unknown[] = [];
  JSON.stringify(answer, (key, value) => {
    if (['coverage', 'state', 'is_detected'].includes(key)) found.push(value);
    return value;
  });
  return found;
}

/** Without what goes by the clock. */
function withoutTimes(answer: unknown): unknown {
  const clocks = ['made_at', 'timestamp', 'processing_time_ms', 'detected_at', 'revision', 'revisions'];
  return JSON.parse(
    JSON.stringify(answer, (key, value) => (clocks.includes(key) ? undefined : value)) as string,
  );
}

/** The first transaction of the block before a late one. */
function signatureBefore(slot: number): string {
  const at = blocks.findIndex((block) => block.slot === slot) - 1;
  return toBase58(blocks[at]!.transactions[0]!.signatures[0]!);
}
