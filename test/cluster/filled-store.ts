import { redetect } from '@tickscope/pipeline';
import { startSimulator } from '@tickscope/simulator';
import {
  type Gap,
  refreshHeat,
  replaceLabels,
  type Store,
  writeGaps,
  writeLeaders,
  writeTokens,
  writeValidators,
} from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import bs58 from 'bs58';
import { countSlots, ingest } from '../live/support.js';

const SLOTS = 420;
/** At the end, left undetected. */
const UNDETECTED = 12;

/** Fills a store with a generated chain, its sandwiches and heat, and rows of every table about them. */
export async function fillStore(store: TestConnection): Promise<void> {
  await ingestChain(store);
  const [range] = await rowsOf<[string, string]>(store, 'SELECT min(slot), max(slot) FROM slots');
  const [from, to] = range!.map(Number) as [number, number];
  await redetect(store, { fromSlot: from, toSlot: to - UNDETECTED, headSlot: to - UNDETECTED });
  // One bucket of several: the others are read from their blocks.
  await refreshHeat(store, { settleSeconds: 0, most: 1 });
  await writeGapsOf(store, from);
  await writeReference(store, from, to);
}

async function ingestChain(store: TestConnection): Promise<void> {
  let made = 0;
  let blocks = 0;
  const simulator = await startSimulator({
    generate: {
      seed: 'cluster',
      slots: SLOTS,
      voteShare: 0.3,
      transactionsPerSlot: 30,
      dexShare: 0.6,
      sandwichesPerSlot: 0.5,
      onTruth: ({ status }) => {
        made += 1;
        if (status === 'block') blocks += 1;
      },
    },
    pace: { slotMs: 0, pregenerateSlots: SLOTS, retentionSlots: SLOTS },
    startOn: 'first-subscriber',
  });
  try {
    await ingest(
      store,
      simulator.endpoint,
      async () => made === SLOTS && (await countSlots(store)) >= blocks,
    );
  } finally {
    await simulator.stop();
  }
}

async function writeGapsOf({ write }: Store, from: number): Promise<void> {
  const gap = (at: number, cause: Gap['cause'], state: Gap['state']): Gap => {
    const slot = from + at;
    return { fromSlot: slot, toSlot: slot + 2, cause, state, detail: 'for the test', tries: 1 };
  };
  await writeGaps(write, [
    gap(30, 'missing', 'open'),
    gap(40, 'incomplete', 'repairing'),
    gap(50, 'replaced', 'open'),
    gap(60, 'missing', 'repaired'),
  ]);
}

async function writeReference(store: TestConnection, from: number, to: number): Promise<void> {
  const texts = async (sql: string): Promise<string[]> =>
    (await rowsOf<[string]>(store, sql)).map(([hex]) => bs58.encode(Buffer.from(hex, 'hex')));
  const leaders = await texts(
    'SELECT DISTINCT hex(leader) FROM slots WHERE leader IS NOT NULL ORDER BY 1 LIMIT 8',
  );
  const traders = await texts('SELECT DISTINCT hex(trader) FROM sandwich_legs ORDER BY 1');
  const mints = await texts(
    'SELECT hex(mint) FROM token_links GROUP BY mint ORDER BY count() DESC, mint LIMIT 4',
  );
  await writeLeaders(store, {
    firstSlot: from,
    identities: leaders,
    leaders: Int32Array.from({ length: to - from + 1 }, (_, slot) => Math.floor(slot / 4) % leaders.length),
  });
  await writeValidators(
    store.write,
    from,
    leaders.map((identity, index) => ({
      ...{ identity, voteAccount: null, client: 'agave', version: '4.0' },
      name: `validator ${index}`,
    })),
  );
  await writeTokens(
    store.write,
    mints.map((mint, index) => ({
      ...{ mint, symbol: `T${index}`, name: `Token ${index}`, decimals: 6, program: null },
      source: 'metaplex' as const,
    })),
  );
  await replaceLabels(
    store,
    traders.map((address, index) => ({
      ...{ address, kind: 'bot', label: `bot ${index}`, tags: ['test'], source: 'test' },
    })),
  );
}

function rowsOf<Row extends readonly unknown[]>({ read }: Store, sql: string): Promise<Row[]> {
  return read.queryRows<Row>(sql, { timeoutMs: 30_000 });
}
