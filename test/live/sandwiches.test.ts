import { LiveDetection } from '@tickscope/pipeline';
import { type SandwichLabel, startSimulator } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, describe, expect, it } from 'vitest';
import { hasSlots, ingest, liveStore } from './support.js';

const TIMEOUT = { timeoutMs: 30_000 };

interface StoredSandwich {
  pool: string;
  confidence: string;
  isFinal: boolean;
  /** `role signature`, in order. */
  legs: string[];
}

async function storedSandwiches(client: TestConnection): Promise<StoredSandwich[]> {
  const rows = await client.read.queryRows<[string, string, boolean, string[]]>(
    `SELECT pool, confidence_then, is_final, legs
     FROM sandwiches_text AS s
     INNER JOIN
     (
       SELECT bracket_id, arraySort(groupArray(concat(toString(role), ' ', signature))) AS legs
       FROM sandwich_legs_text GROUP BY bracket_id
     ) AS l ON l.bracket_id = s.bracket_id`,
    TIMEOUT,
  );
  return rows.map(([pool, confidence, isFinal, legs]) => ({ pool, confidence, isFinal, legs }));
}

const signatures = (role: string, legs: readonly { signature: string }[]): string[] =>
  legs.map(({ signature }) => `${role} ${signature}`);

/** The label's front and back transactions, all of them. */
const attackOf = ({ fronts, backs }: SandwichLabel): string[] =>
  [...new Set([...signatures('front', fronts), ...signatures('back', backs)])].sort();

describe('sandwiches planted in a generated chain, over gRPC into ClickHouse', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  it('are in the tables, final, with their legs, victims and failed attempts', async () => {
    const labels: SandwichLabel[] = [];
    let slots = 0;
    let blocks = 0;
    const simulator = await startSimulator({
      generate: {
        seed: 'sandwiches',
        slots: 150,
        voteShare: 0.3,
        transactionsPerSlot: 60,
        dexShare: 0.6,
        sandwichesPerSlot: 2,
        sandwichLimit: 200,
        onTruth: (truth) => {
          slots += 1;
          if (truth.status === 'block') blocks += 1;
        },
        onLabel: (label) => labels.push(label),
      },
      pace: { slotMs: 0, pregenerateSlots: 150, retentionSlots: 150 },
      startOn: 'first-subscriber',
    });
    const { client } = await store.fresh();
    const failures: Error[] = [];
    const events = {
      taken() {},
      detected() {},
      redetected() {},
      rejudged() {},
      failed: (error: Error) => void failures.push(error),
    };
    const detection = new LiveDetection(client, events);
    const detecting = detection.run();
    try {
      await ingest(client, simulator.endpoint, async () => slots === 150 && hasSlots(client, blocks)(), {
        onWritten: (written) => detection.add(written),
      });
    } finally {
      detection.stop();
      await detecting;
      await simulator.stop();
    }
    expect(failures).toEqual([]);
    expect(labels.length).toBeGreaterThanOrEqual(200);
    const counted = labels.filter((label) => label.counted);
    expect(counted.length).toBeGreaterThan(150);
    let stored: Awaited<ReturnType<typeof storedSandwiches>> = [];
    const missing = async (): Promise<string[]> => {
      stored = await storedSandwiches(client);
      const without = counted.filter((label) => {
        const attack = new Set(attackOf(label));
        const found = stored.find(
          ({ pool, legs }) => pool === label.pool && [...attack].every((leg) => legs.includes(leg)),
        );
        return found === undefined || found.confidence === 'suspected' || !found.isFinal;
      });
      return without.map(({ kind, id }) => `${kind} ${id}`);
    };
    // A row that was written while the last pass ran is found by the sweep of the next start.
    const next = new LiveDetection(client, events);
    const sweeping = next.run();
    await expect.poll(missing, { timeout: 120_000, interval: 200 }).toEqual([]);
    next.stop();
    await sweeping;
    for (const label of counted) {
      const sandwich = stored.find(({ legs }) => attackOf(label).every((leg) => legs.includes(leg)))!;
      const planted = label.victims.filter((victim) => victim.planted);
      expect(sandwich.legs).toEqual(expect.arrayContaining(signatures('victim', planted)));
      for (const { side, signature } of label.attempts)
        expect(sandwich.legs).toContain(`${side}_attempt ${signature}`);
    }
  });
});
