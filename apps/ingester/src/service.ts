import type { IngesterConfig } from '@tickscope/config';
import {
  ChainWatch,
  createJsonRpc,
  GapRepair,
  Ingester,
  type LabelsSource,
  LiveDetection,
  ReferenceData,
  replaySource,
  rpcSource,
  StoredBlocks,
} from '@tickscope/pipeline';
import { BlockWriter, keepHeat, newestFullSlot, openStore, tipAccountsOf, writeGaps } from '@tickscope/store';
import type { Logger } from 'pino';
import { startBackfillJobs } from './backfill-jobs.js';
import { geyserEndpoints } from './config.js';
import { startHttpServer } from './http-server.js';
import { createMetrics } from './metrics.js';
import { createObservers } from './observers.js';
import { prepareStore } from './prepare-store.js';
import { Status } from './status.js';
import { watchStorage } from './storage-watch.js';
import { whenReachable } from './when-reachable.js';

export interface IngesterService {
  /** The port of health, readiness and metrics. */
  port: number;
  status: Status;
  /** Resolves after `stop`, when everything received is stored. Rejects where that failed. */
  done: Promise<void>;
  /** Starts the stop: nothing more is read from the sources. */
  stop(): void;
}

/**
 * Composes the ingester. Blocks come from the stream, from gap repair and from backfills; each publishes what it stored
 * to `StoredBlocks`, which detection subscribes to.
 *
 * Order of the start: store, health endpoint, consumers (detection, heat), producers (repair, chain watch, reference
 * data, backfills, stream). Order of the stop: producers first, so that consumers see everything that was stored.
 */
export async function startIngesterService(
  config: IngesterConfig,
  { labels, log }: { labels: LabelsSource; log: Logger },
): Promise<IngesterService> {
  const store = openStore({
    // Detection and repair look up a few granules each.
    threads: 1,
    url: config.CLICKHOUSE_URL,
    user: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    database: config.CLICKHOUSE_DATABASE,
    application: 'tickscope-ingester',
    requestTimeoutMs: 120_000,
  });
  const { retention, lastStoredSlot, links, spill } = await whenReachable(
    () => prepareStore(config, store, log),
    (error, waitMs) => log.warn({ err: error.message, waitMs }, 'ClickHouse does not answer; trying again'),
  );
  const tipAccounts = tipAccountsOf(store.read);
  const metrics = createMetrics();
  metrics.writeWithin.set(config.INGESTER_WRITE_WITHIN_MS / 1_000);
  const status = new Status();
  const observers = createObservers({ metrics, log, status });
  const storedBlocks = new StoredBlocks();
  const detection = new LiveDetection(store, observers.detection);
  storedBlocks.subscribe({
    stored: (blocks) => detection.add(blocks),
    removed: (slots) => detection.changed(slots),
  });

  const [endpoint, ...fallbacks] = geyserEndpoints(config);
  const { GEYSER_MODE: mode, GEYSER_CONTENT: content, GEYSER_COMMITMENT: commitment } = config;
  // One client for all callers, so that they share its rate limit.
  const rpc =
    config.RPC_URL === ''
      ? null
      : createJsonRpc({ url: config.RPC_URL, maxPerSecond: config.RPC_MAX_PER_SECOND });
  const reference = new ReferenceData({ store, rpc, labels, on: observers.reference });
  const repair = new GapRepair({
    store,
    writer: new BlockWriter(store),
    sources: [
      ...[endpoint, ...fallbacks].map((from, index) =>
        replaySource({
          name: index === 0 ? 'replay of the stream' : 'replay of the fallback stream',
          ...{ endpoint: from, mode, commitment },
        }),
      ),
      ...(rpc === null ? [] : [rpcSource(rpc)]),
    ],
    ...{ storedBlocks, on: observers.repair },
  });
  const chainWatch = new ChainWatch({
    ...{ store, writer: new BlockWriter(store), storedBlocks, on: observers.chain },
    // Blocks that another ingester stores above this one's own are checked by that one.
    newestSlot: async () => status.writtenSlot ?? (await newestFullSlot(store.read)),
  });
  const ingester = new Ingester({
    ...{ endpoint, fallbacks, mode, content, commitment, lastStoredSlot, lastLinks: links, spill },
    writer: new BlockWriter(store),
    tipAccounts: () => tipAccounts.now,
    writeGaps: (gaps) => writeGaps(store.write, gaps),
    ...{ storedBlocks, on: observers.stream },
    limits: {
      queueBytes: config.INGESTER_QUEUE_MB * 1_048_576,
      maxRssBytes: config.INGESTER_MAX_MEMORY_MB * 1_048_576,
      writeWithinMs: config.INGESTER_WRITE_WITHIN_MS,
      stallMs: config.GEYSER_STALL_SECONDS * 1_000,
    },
  });

  const server = await startHttpServer(config.INGESTER_HOST, config.INGESTER_PORT, metrics, () =>
    status.notReadyReason(),
  );
  log.info({ port: server.port, lastStoredSlot }, 'serving metrics, health and readiness');

  const storage = watchStorage({
    ...{ store, spill, retention, budgetBytes: config.DISK_BUDGET_BYTES, metrics, log },
  });
  const heatStop = new AbortController();
  const consuming = [detection.run(), keepHeat(store, observers.heat, heatStop.signal)];
  const producing = [repair.run(), chainWatch.run(), reference.run()];
  const backfills = startBackfillJobs(config, {
    ...{ store, rpc, log },
    onStored: (block) => storedBlocks.stored([block]),
  });

  const stopProducers = (): void => {
    reference.stop();
    chainWatch.stop();
    repair.stop();
    ingester.stop();
  };
  const run = async (): Promise<void> => {
    try {
      await ingester.run();
      stopProducers();
      await Promise.all([...producing, backfills?.stop()]);
      detection.stop();
      heatStop.abort();
      await Promise.all(consuming);
    } finally {
      storage.stop();
      await spill?.close();
      await server.stop();
      await store.close();
    }
    log.info({ writtenSlot: status.writtenSlot, blocksOnDisk: spill?.state.blocks ?? 0 }, 'stopped');
  };
  return { port: server.port, status, done: run(), stop: stopProducers };
}
