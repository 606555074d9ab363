import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect, GeyserStream } from '@tickscope/pipeline';
import { startSimulator } from '@tickscope/simulator';
import { expect, it } from 'vitest';

const MESSAGES = 200;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('a stream does not retain messages that were read from it', async () => {
  const simulator = await startSimulator({
    generate: { seed: 'memory', skippedShare: 0, transactionsPerSlot: 5 },
    pace: { slotMs: 0, pregenerateSlots: MESSAGES, retentionSlots: MESSAGES },
    startOn: 'first-subscriber',
  });
  const stream = await GeyserStream.open(
    await connect({ url: simulator.endpoint, xToken: null, compression: 'none' }),
    { mode: 'blocks', content: 'full', commitment: 'processed', fromSlot: null },
  );
  const read: WeakRef<Uint8Array>[] = [];
  while (read.length < MESSAGES) read.push(new WeakRef((await stream.read(30_000))!));
  // What was looked at in a turn stays until that turn is over; and the stream stays open: its end lets go of all.
  await sleep(10);
  collectGarbage();
  expect(read.filter((message) => message.deref() !== undefined).length).toBeLessThan(5);
  stream.close();
  await simulator.stop();
});
