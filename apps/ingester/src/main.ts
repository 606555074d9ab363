import { describeIngesterConfig, readIngesterConfig } from '@tickscope/config';
import { setFlagsFromString } from 'node:v8';
import {
  ChainWatch,
  type ChainWatchEvents,
  createJsonRpc,
  type DetectionEvents,
  DISCONNECT_CAUSES,
  GapRepair,
  Ingester,
  type IngesterEvents,
  LabelsSource,
  LiveDetection,
  ReferenceData,
  type ReferenceEvents,
  type RepairEvents,
  recordUnrecordedGaps,
  replaySource,
  rpcSource,
} from '@tickscope/pipeline';
import {
  applyRetention,
  BlockWriter,
  type HeatEvents,
  keepHeat,
  migrate,
  newestFullSlot,
  openStore,
  readLinks,
  transactionRows,
  writeGaps,
} from '@tickscope/store';
import { pino } from 'pino';
import { startBackfillJobs } from './backfill-jobs.js';
import { geyserEndpoints, retentionOf } from './config.js';
import { startHttpServer } from './http-server.js';
import { createMetrics } from './metrics.js';
import { openSpill } from './open-spill.js';
import { Status } from './status.js';
import { watchStorage } from './storage-watch.js';
import { whenReachable } from './when-reachable.js';

const STATUS_EVERY_MS = 1_000;
const LOG_STATUS_EVERY_MS = 30_000;
/** Stored blocks that the first new ones are linked to. */
const LINKED_SLOTS = 64;

// Beyond what lives after a collection the heap grows by so much before the next one; by half, if nobody says otherwise,
// and then memory rises with what an outage left to do. NODE_OPTIONS does not take it.
setFlagsFromString('--heap-growing-percent=25');

const config = readIngesterConfig();
const log = pino({ name: 'ingester', level: config.LOG_LEVEL });
log.info({ config: describeIngesterConfig(config) }, 'starting');

// Read before anything is started: a file that is wrong is told at once, and nothing half labelled.
const labels = new LabelsSource(config.LABELS_FILE);
await labels.read();

const client = openStore({
  url: config.CLICKHOUSE_URL,
  user: config.CLICKHOUSE_USER,
  password: config.CLICKHOUSE_PASSWORD,
  database: config.CLICKHOUSE_DATABASE,
  application: 'tickscope-ingester',
  requestTimeoutMs: 120_000,
});
const { retention, lastStoredSlot, links, spill } = await whenReachable(prepareStore, (error, waitMs) =>
  log.warn({ err: error.message, waitMs }, 'ClickHouse does not answer; trying again'),
).catch((error: Error) => {
  log.fatal({ err: error }, 'cannot start');
  process.exit(1);
});

const metrics = createMetrics();
// A series that begins with its first event has no increase.
for (const cause of DISCONNECT_CAUSES) metrics.reconnects.inc({ cause }, 0);
const status = new Status();
const detection = new LiveDetection(client, detectionEvents());
const [endpoint, ...fallbacks] = geyserEndpoints(config);
// One for all who ask: they share its pace.
const rpc =
  config.RPC_URL === ''
    ? null
    : createJsonRpc({ url: config.RPC_URL, maxPerSecond: config.RPC_MAX_PER_SECOND });
const reference = new ReferenceData({ client, rpc, labels, on: referenceEvents() });
const repair = new GapRepair({
  client,
  writer: new BlockWriter(client),
  sources: [
    ...[endpoint, ...fallbacks].map((from, index) =>
      replaySource({
        name: index === 0 ? 'replay of the stream' : 'replay of the fallback stream',
        endpoint: from,
        mode: config.GEYSER_MODE,
        commitment: config.GEYSER_COMMITMENT,
      }),
    ),
    ...(rpc === null ? [] : [rpcSource(rpc)]),
  ],
  on: repairEvents(),
});
const ingester = new Ingester({
  endpoint,
  fallbacks,
  mode: config.GEYSER_MODE,
  content: config.GEYSER_CONTENT,
  commitment: config.GEYSER_COMMITMENT,
  lastStoredSlot,
  lastLinks: links,
  spill,
  writer: new BlockWriter(client),
  writeGaps: (gaps) => writeGaps(client, gaps),
  on: events(),
  limits: {
    queueBytes: config.INGESTER_QUEUE_MB * 1_048_576,
    maxRssBytes: config.INGESTER_MAX_MEMORY_MB * 1_048_576,
    stallMs: config.GEYSER_STALL_SECONDS * 1_000,
  },
});

const chainWatch = new ChainWatch({
  client,
  writer: new BlockWriter(client),
  newestSlot: () => newestFullSlot(client),
  on: chainEvents(),
});

const server = await startHttpServer(config.INGESTER_HOST, config.INGESTER_PORT, metrics, () =>
  status.connected
    ? status.writtenSlot === null
      ? 'no block written yet'
      : null
    : 'not connected to the stream',
);
log.info({ port: server.port, lastStoredSlot }, 'metrics, health and readiness are served');

// Started by `tickscope up`: when that dies, so does its database.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) process.exit(130);
    stopping = true;
    log.info({ signal }, 'stopping: what was received is being written');
    reference.stop();
    chainWatch.stop();
    repair.stop();
    ingester.stop();
  });

const statusTimer = setInterval(() => process.stderr.write(`\r\x1b[K${status.line()}`), STATUS_EVERY_MS);
if (!process.stderr.isTTY) clearInterval(statusTimer);
const logTimer = setInterval(() => log.info(status.line()), LOG_STATUS_EVERY_MS);
if (process.stderr.isTTY) clearInterval(logTimer);

const detecting = detection.run();
const heatStop = new AbortController();
const heating = keepHeat(client, heatEvents(), heatStop.signal);
const repairing = repair.run();
const watching = chainWatch.run();
const storage = watchStorage({
  client,
  spill,
  retention,
  budgetBytes: config.DISK_BUDGET_BYTES,
  metrics,
  log,
});
const referencing = reference.run();
const backfills = startBackfillJobs(config, {
  client,
  rpc,
  onStored: (block) => detection.add([block]),
  log,
});
try {
  await ingester.run();
  chainWatch.stop();
  await watching;
  repair.stop();
  await repairing;
  reference.stop();
  await referencing;
  await backfills?.stop();
  detection.stop();
  heatStop.abort();
  await detecting;
  await heating;
  log.info({ writtenSlot: status.writtenSlot, blocksOnDisk: spill?.state.blocks ?? 0 }, 'stopped');
} catch (error) {
  log.fatal({ err: error }, 'failed');
  process.exitCode = 1;
} finally {
  clearInterval(statusTimer);
  clearInterval(logTimer);
  storage.stop();
  await spill?.close();
  await server.stop();
  await client.close();
}
// The native gRPC client keeps its threads; nothing is left to do.
process.exit();

function events(): IngesterEvents {
  return {
    connected(fromSlot, server) {
      status.connected = true;
      metrics.connected.set(1);
      metrics.server.set(server);
      log.info({ fromSlot, server }, 'subscribed');
    },
    disconnected(cause, detail) {
      status.connected = false;
      metrics.connected.set(0);
      metrics.reconnects.inc({ cause });
      log[cause === 'refused' ? 'error' : 'warn'](
        { cause, detail },
        cause === 'refused'
          ? 'the server refuses the stream; trying again'
          : 'the stream ended; reconnecting',
      );
    },
    message(bytes) {
      metrics.messages.inc();
      metrics.bytes.inc(bytes);
    },
    garbage(reason) {
      metrics.garbage.inc();
      log.warn({ reason }, 'a message could not be read');
    },
    incomplete(slot, reason) {
      status.gaps += 1;
      metrics.incomplete.inc();
      log.warn({ slot, reason }, 'a slot did not come whole');
    },
    missing(range) {
      const slots = range.toSlot - range.fromSlot + 1;
      status.gaps += slots;
      metrics.missingSlots.inc(slots);
      log.warn(range, 'blocks are missing');
    },
    queued(block, queue) {
      status.queued(block, queue.blocks);
      metrics.headSlot.set(status.newestSlot ?? 0);
      metrics.queueBlocks.set(queue.blocks);
      metrics.queueBytes.set(queue.bytes);
    },
    written(blocks, { rows, writeMs, oldestMs }) {
      detection.add(blocks);
      status.written(blocks, rows);
      metrics.writtenSlot.set(status.writtenSlot ?? 0);
      metrics.blocks.inc(blocks.length);
      metrics.transactions.inc(blocks.reduce((sum, block) => sum + transactionRows(block), 0));
      metrics.rows.inc(rows);
      metrics.writeSeconds.observe(writeMs / 1_000);
      metrics.lagSeconds.observe(oldestMs / 1_000);
    },
    writeFailed(error, tryCount) {
      metrics.writeErrors.inc();
      log.error(
        { err: error.message.slice(0, 500), tryCount },
        'ClickHouse did not take a batch; trying again',
      );
    },
    equivocation(slot, resolution) {
      metrics.equivocations.inc({ resolution });
      log.warn({ slot, resolution }, 'a second block came for a slot');
    },
    spillDamaged(damage) {
      metrics.spillDamaged.inc(damage.toSlot - damage.fromSlot + 1);
      log.error(damage, 'blocks that waited on disk are damaged');
    },
  };
}

/** Brings the tables to what this build and its settings want, and reads where a former run has ended. */
async function prepareStore() {
  await migrate(client, config.CLICKHOUSE_DATABASE);
  const retention = retentionOf(config);
  for (const change of await applyRetention(client, retention))
    log.warn(change, 'the days for which a table keeps its rows were changed');
  const lastStoredSlot = await newestFullSlot(client);
  if (lastStoredSlot !== null)
    for (const range of await recordUnrecordedGaps(client, lastStoredSlot))
      log.warn(range, 'recorded a gap that the previous run did not');
  const links = lastStoredSlot === null ? [] : await lastLinks(lastStoredSlot);
  const spill = await openSpill(config, client);
  if (spill !== null && spill.left.length > 0)
    log.info({ blocks: spill.left.length }, 'a former run left blocks on disk: they are written first');
  return { retention, lastStoredSlot, links, spill };
}

/** The last stored blocks, for the first new ones to be linked to. */
async function lastLinks(newestSlot: number) {
  const links = await readLinks(client, Math.max(0, newestSlot - LINKED_SLOTS), newestSlot);
  return links.map((link) => ({
    ...link,
    blockhash: Buffer.from(link.blockhash, 'hex'),
    parentBlockhash: link.parentBlockhash === null ? null : Buffer.from(link.parentBlockhash, 'hex'),
  }));
}

function chainEvents(): ChainWatchEvents {
  return {
    removed({ slot, blockhash }, detail) {
      metrics.equivocations.inc({ resolution: 'removed' });
      detection.changed([slot]);
      log.warn({ slot, blockhash, detail }, 'a stored block is not on the chain: it was removed');
    },
    missed(range) {
      metrics.missingSlots.inc(range.toSlot - range.fromSlot + 1);
      log.warn(range, 'recorded a gap between stored blocks');
    },
    failed(error) {
      metrics.chainWatchErrors.inc();
      log.error(
        { err: error.message.slice(0, 500) },
        'the stored chain could not be looked at; trying again',
      );
    },
  };
}

function repairEvents(): RepairEvents {
  return {
    gaps(byState) {
      for (const state of ['open', 'repairing', 'repaired', 'given_up'] as const) {
        metrics.gapRanges.set({ state }, byState.get(state)?.ranges ?? 0);
        metrics.gapSlots.set({ state }, byState.get(state)?.slots ?? 0);
      }
    },
    repaired(block, source) {
      detection.add([block]);
      metrics.repairedBlocks.inc({ source });
      log.info({ slot: block.slot, source }, 'a missing block was fetched');
    },
    settled({ fromSlot, toSlot, cause, state, detail, tries }) {
      const level = state === 'given_up' ? 'error' : 'info';
      log[level]({ fromSlot, toSlot, cause, state, detail, tries }, 'a gap changed its state');
    },
    failed(error) {
      metrics.repairErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'gaps could not be looked at; trying again');
    },
  };
}

function referenceEvents(): ReferenceEvents {
  return {
    succeeded(kind, rows) {
      metrics.referenceSuccess.set({ kind }, Math.floor(Date.now() / 1_000));
      metrics.referenceRows.inc({ kind }, rows);
      if (rows > 0) log.info({ kind, rows }, 'reference data were read');
    },
    failed(kind, error, waitMs) {
      metrics.referenceErrors.inc({ kind });
      log.warn(
        { kind, err: error.message.slice(0, 500), waitMs },
        'reference data could not be read; trying again',
      );
    },
    pendingMints(count) {
      metrics.referencePendingMints.set(count);
    },
  };
}

function heatEvents(): HeatEvents {
  return {
    made(buckets, tookMs) {
      metrics.heatBuckets.inc(buckets.length);
      metrics.heatSeconds.observe(tookMs / 1_000 / buckets.length);
    },
    failed(error) {
      metrics.heatErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'account heat could not be made; trying again');
    },
  };
}

function detectionEvents(): DetectionEvents {
  return {
    taken(slot) {
      metrics.detectedSlot.set(slot);
    },
    detected({ found, written, lagMs }) {
      for (const { confidence } of found) metrics.sandwiches.inc({ confidence });
      if (written > 0) metrics.detectionSeconds.observe(lagMs / 1_000);
      for (const { confidence, id, pool, attackers, victims } of found)
        if (confidence !== 'suspected')
          log.info(
            { id, confidence, pool, attacker: attackers[0], victims: victims.length },
            'a sandwich was found',
          );
    },
    redetected(report) {
      metrics.redetections.inc();
      log.info(report, 'sandwiches were made again from the tables');
    },
    failed(error) {
      metrics.detectionErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'detection failed; trying again');
    },
  };
}
