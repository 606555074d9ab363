import { afterAll, expect, it } from 'vitest';
import { runHotSpares } from '../chaos/hot-spares.js';
import { liveStore } from '../live/support.js';
import { expectProven } from '../live/whole-chain.js';

const MINUTES = 20;
const SETTLE_MS = 600_000;
const store = liveStore();
afterAll(() => store.stop());

it(
  'after twenty minutes with two ingesters, TLS, compression and kills every row is the generator’s own, and no gap is open',
  async () => {
    const report = await runHotSpares(
      store,
      MINUTES,
      Math.random,
      (line) => void process.stdout.write(`${line}\n`),
    );
    expect(report.kills).toBeGreaterThan(50);
    expect(report.openGaps).toBe(0);
    await expectProven(report);
  },
  MINUTES * 60_000 + SETTLE_MS,
);
