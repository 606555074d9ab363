import { connect, GeyserStream } from '@tickscope/pipeline';
import { startSimulator } from '@tickscope/simulator';
import { pino } from 'pino';
import { expect, it } from 'vitest';

const SLOTS = 400;

it('a closed stream ends at the server, although much of it was not read', async () => {
  const lines: string[] = [];
  const simulator = await startSimulator({
    generate: { seed: 'closed', slots: SLOTS, skippedShare: 0, transactionsPerSlot: 30 },
    // It goes on when every subscriber has read: one that stays and reads nothing holds it up.
    pace: { slotMs: 0, retentionSlots: SLOTS },
    startOn: 'first-subscriber',
    logger: pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) }),
  });
  const stream = await GeyserStream.open(
    await connect({ url: simulator.endpoint, xToken: null, compression: 'none' }),
    { mode: 'messages', content: 'full', commitment: 'processed', fromSlot: null },
  );
  for (let count = 0; count < 10; count += 1) await stream.read(30_000);
  stream.close();
  expect(await stream.read(30_000)).toBeNull();
  await expect
    .poll(() => lines.filter((line) => line === 'client is gone'), { timeout: 120_000 })
    .toHaveLength(1);
  await simulator.stop();
});
