import { join } from 'node:path';
import { importFile } from '@tickscope/pipeline';
import { chainOfFiles, startSimulator } from '@tickscope/simulator';
import { BlockWriter, readLinks, writeGaps } from '@tickscope/store';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { DATA, hasData } from '../support/paths.js';
import { hasSlots, ingest, liveStore } from './support.js';

/** Equality of what an import of a file stores and what its replay over gRPC stores. */
describe.skipIf(!hasData)('files replayed over gRPC (skips without ../shared/data)', () => {
  const store = liveStore();
  afterAll(() => store.stop());

  async function imported(file: string): Promise<TestConnection> {
    const { client } = await store.fresh();
    const report = await importFile(file, {
      writer: new BlockWriter(client),
      storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
      writeGaps: (gaps) => writeGaps(client.write, gaps),
    });
    expect(report.error).toBeNull();
    return client;
  }

  async function served(file: string) {
    const chain = await chainOfFiles([file], { pace: { slotMs: 0 }, speed: 0 }, pino({ level: 'silent' }));
    return startSimulator({ chain, startOn: 'first-subscriber' });
  }

  it.each(['blocks', 'messages'] as const)(
    'block 254170887 (%s): the same tables, ticks aside: its entries are synthetic',
    async (mode) => {
      const file = join(DATA, 'full-blocks', '254170887.getblock.json');
      const expected = await imported(file);
      const simulator = await served(file);
      const { client } = await store.fresh();
      const seen = await ingest(client, simulator.endpoint, hasSlots(client, 1), { mode });
      await simulator.stop();
      expect(seen.incomplete).toEqual([]);
      const tables = ['slots', 'transactions', 'account_slots', 'signatures'];
      expect(await digests(client, { withoutTicks: true, tables })).toEqual(
        await digests(expected, { withoutTicks: true, tables }),
      );
    },
  );

  it('the capture: the same tables, ticks included', async () => {
    const file = join(DATA, 'geyser-capture', '398202772-398202799.bin');
    const expected = await imported(file);
    const simulator = await served(file);
    const { client } = await store.fresh();
    await ingest(client, simulator.endpoint, hasSlots(client, 27), { mode: 'messages', content: 'entries' });
    await simulator.stop();
    expect(await digests(client)).toEqual(await digests(expected));
  });
});
