import {
  createJsonRpc,
  type DetectionEvents,
  GapRepair,
  Ingester,
  type IngesterEvents,
  LiveDetection,
  type RepairEvents,
  replaySource,
  rpcSource,
} from '@tickscope/ingest';
import { BlockWriter, migrate, newestFullSlot, openStore, writeGaps } from '@tickscope/store';
import { pino } from 'pino';
import { geyserEndpoints, printable, readConfig } from './config.js';
import { startHttpServer } from './http-server.js';
import { createMetrics } from './metrics.js';
import { Status } from './status.js';

const STATUS_EVERY_MS = 1_000;
const LOG_STATUS_EVERY_MS = 30_000;

const config = readConfig(process.env);
const log = pino({ name: 'ingester', level: config.LOG_LEVEL });
log.info({ config: printable(config) }, 'starting');

const client = openStore({
  url: config.CLICKHOUSE_URL,
  user: config.CLICKHOUSE_USER,
  password: config.CLICKHOUSE_PASSWORD,
  database: config.CLICKHOUSE_DATABASE,
  application: 'tickscope-ingester',
  requestTimeoutMs: 120_000,
});
await migrate(client, config.CLICKHOUSE_DATABASE);
const lastStoredSlot = await newestFullSlot(client);

const metrics = createMetrics();
const status = new Status();
const detection = new LiveDetection(client, detectionEvents());
const [endpoint, ...fallbacks] = geyserEndpoints(config);
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
    ...(config.RPC_URL === undefined
      ? []
      : [rpcSource(createJsonRpc({ url: config.RPC_URL, maxPerSecond: config.RPC_MAX_PER_SECOND }))]),
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
  writer: new BlockWriter(client),
  writeGaps: (gaps) => writeGaps(client, gaps),
  on: events(),
  limits: {
    queueBytes: config.INGESTER_QUEUE_MB * 1_048_576,
    maxRssBytes: config.INGESTER_MAX_MEMORY_MB * 1_048_576,
    stallMs: config.GEYSER_STALL_SECONDS * 1_000,
  },
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
    repair.stop();
    ingester.stop();
  });

const statusTimer = setInterval(() => process.stderr.write(`\r\x1b[K${status.line()}`), STATUS_EVERY_MS);
if (!process.stderr.isTTY) clearInterval(statusTimer);
const logTimer = setInterval(() => log.info(status.line()), LOG_STATUS_EVERY_MS);
if (process.stderr.isTTY) clearInterval(logTimer);

const detecting = detection.run();
const repairing = repair.run();
try {
  await ingester.run();
  repair.stop();
  await repairing;
  detection.stop();
  await detecting;
  log.info({ writtenSlot: status.writtenSlot }, 'stopped');
} catch (error) {
  log.fatal({ err: error }, 'failed');
  process.exitCode = 1;
} finally {
  clearInterval(statusTimer);
  clearInterval(logTimer);
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
    disconnected(cause) {
      status.connected = false;
      metrics.connected.set(0);
      metrics.reconnects.inc();
      log.warn({ cause }, 'the stream ended; reconnecting');
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
    hole(hole) {
      const slots = hole.toSlot - hole.fromSlot + 1;
      status.gaps += slots;
      metrics.holes.inc(slots);
      log.warn(hole, 'blocks are missing');
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
      metrics.transactions.inc(blocks.reduce((sum, block) => sum + block.transactions.length, 0));
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

function detectionEvents(): DetectionEvents {
  return {
    taken(slot) {
      metrics.detectedSlot.set(slot);
    },
    detected({ found, lagMs }) {
      for (const { confidence } of found) metrics.brackets.inc({ confidence });
      metrics.detectionSeconds.observe(lagMs / 1_000);
      for (const { confidence, id, pool, attackers, victims } of found)
        if (confidence !== 'suspected')
          log.info(
            { id, confidence, pool, attacker: attackers[0], victims: victims.length },
            'a sandwich was found',
          );
    },
    redetected(report) {
      metrics.redetections.inc();
      log.info(report, 'brackets were made again from the tables');
    },
    failed(error) {
      metrics.detectionErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'detection failed; trying again');
    },
  };
}
