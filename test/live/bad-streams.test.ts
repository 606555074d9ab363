import { type FaultOptions, type SimulatorOptions, startSimulator } from '@tickscope/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { countSlots, ingest, liveStore, type Seen } from './support.js';

const FIRST = 432_000_000;
const SLOTS = 60;
/** Held to be bad; the chain around it is good. */
const BAD = FIRST + 20;

/** A slot that does not come whole is in `gaps` and in no other table; all others are stored whole. */
describe('messages of a broken server', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  async function run(
    faults: Partial<FaultOptions>,
    options: SimulatorOptions = {},
  ): Promise<{ seen: Seen; bad: number[]; open: number[] }> {
    const simulator = await startSimulator({
      ...options,
      // No skipped slots: then every slot has to be stored or recorded.
      generate: { seed: 'bad', slots: SLOTS, transactionsPerSlot: 40, skippedShare: 0, firstSlot: FIRST },
      pace: { slotMs: 20, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      faults,
    });
    const { client } = await store.fresh();
    const openGaps = async (): Promise<number[]> => {
      const rows = await client.read.queryRows<[string]>(
        `SELECT arrayJoin(range(from_slot, to_slot + 1)) AS slot FROM gaps FINAL WHERE state = 'open' ORDER BY slot`,
        { timeoutMs: 30_000 },
      );
      return [...new Set(rows.map(([slot]) => Number(slot)))];
    };
    const seen = await ingest(
      client,
      simulator.endpoint,
      async () => (await countSlots(client)) + (await openGaps()).length >= SLOTS,
    );
    await simulator.stop();
    const open = await openGaps();
    const withRows = await client.read.queryRows<[string]>(
      `SELECT DISTINCT slot FROM (SELECT slot FROM transactions UNION ALL SELECT slot FROM entries UNION ALL SELECT slot FROM account_locks)
      WHERE slot NOT IN (SELECT slot FROM slots)`,
      { timeoutMs: 30_000 },
    );
    // Every stored block holds as many rows as it says.
    const wrong = await client.read.queryRows<[string]>(
      `SELECT s.slot FROM (SELECT slot, transaction_count, entry_count FROM slots FINAL) AS s
      LEFT JOIN (SELECT slot, count() AS n FROM transactions FINAL GROUP BY slot) AS t ON t.slot = s.slot
      LEFT JOIN (SELECT slot, count() AS n FROM entries FINAL GROUP BY slot) AS e ON e.slot = s.slot
      WHERE t.n != s.transaction_count OR e.n != s.entry_count`,
      { timeoutMs: 30_000 },
    );
    return { seen, bad: [...withRows, ...wrong].map(([slot]) => Number(slot)), open };
  }

  it('an incomplete slot is a gap', async () => {
    const { bad, open, seen } = await run({ halfSlots: [BAD] });
    expect(bad).toEqual([]);
    expect(open).toEqual([BAD]);
    expect(seen.incomplete).toContain(BAD);
  });

  it('wrong counts: that slot is a gap', async () => {
    const { bad, open } = await run({ wrongCountSlots: [BAD] });
    expect(bad).toEqual([]);
    expect(open).toEqual([BAD]);
  });

  it('a cut because the client lags: its cause is reported, and all blocks come again', async () => {
    // A second without a message is fifty slots, and the server keeps ten for a client.
    const { bad, open, seen } = await run({ stallAt: [10], stallMs: 1_000 }, { queueCapacity: 10 });
    expect(bad).toEqual([]);
    expect(open).toEqual([]);
    expect(seen.disconnects).toContain('lagged');
  });

  it('garbage instead of messages: every affected slot is stored or a gap', async () => {
    // Twelve in a row: more than the messages of one slot.
    const garbageAt = Array.from({ length: 12 }, (_, index) => 60 + index);
    const { bad, open, seen } = await run({ garbageAt });
    expect(bad).toEqual([]);
    // The native client ends the stream on bytes that it cannot decode; after the reconnect the replay has them right.
    expect(seen.garbage + seen.disconnects.length).toBeGreaterThanOrEqual(1);
    expect(open.length).toBeLessThanOrEqual(garbageAt.length);
  });
});
