import { unusualFormat } from '@tickscope/chain';
import {
  type ChainWatchEvents,
  type DetectionEvents,
  DISCONNECT_CAUSES,
  type IngesterEvents,
  MODE_CHANGES,
  type ReferenceEvents,
  type RepairEvents,
} from '@tickscope/pipeline';
import { type HeatEvents, transactionRows, unknownFramesOfBlock } from '@tickscope/store';
import { recordSpan } from '@tickscope/tracing';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import type { Status } from './status.js';
import { unknownSwapCounter } from './unknown-swap-counter.js';
import { adviceOn } from './write-advice.js';

interface Observed {
  metrics: Metrics;
  log: Logger;
  status: Status;
}

export interface Observers {
  stream: IngesterEvents;
  chain: ChainWatchEvents;
  repair: RepairEvents;
  reference: ReferenceEvents;
  heat: HeatEvents;
  detection: DetectionEvents;
}

/**
 * Turns the events of each part of the ingester into metrics, log records and the status line. Observers change
 * nothing.
 */
export function createObservers(observed: Observed): Observers {
  // Every cause starts at 0: a counter that appears with its first event would show no increase.
  for (const cause of DISCONNECT_CAUSES) observed.metrics.reconnects.inc({ cause }, 0);
  return {
    stream: streamEvents(observed),
    chain: chainEvents(observed),
    repair: repairEvents(observed),
    reference: referenceEvents(observed),
    heat: heatEvents(observed),
    detection: detectionEvents(observed),
  };
}

function streamEvents({ metrics, log, status }: Observed): IngesterEvents {
  const countUnknownSwaps = unknownSwapCounter(metrics.unknownSwaps);
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
    modeChanged({ reason, mode }, server) {
      log.warn({ reason, mode, server }, `${MODE_CHANGES[reason]}; subscribing to ${mode}`);
    },
    message(bytes) {
      metrics.messages.inc();
      metrics.bytes.inc(bytes);
    },
    garbage(reason) {
      metrics.garbage.inc();
      log.warn({ reason }, 'failed to decode a message');
    },
    incomplete(slot, reason) {
      status.gaps += 1;
      metrics.incomplete.inc();
      log.warn({ slot, reason }, 'a slot came incomplete');
    },
    missing(range) {
      const slots = range.toSlot - range.fromSlot + 1;
      status.gaps += slots;
      metrics.missingSlots.inc(slots);
      log.warn(range, 'blocks are missing');
    },
    queued(block, queue) {
      status.queued(block, queue.blocks);
      for (const tx of block.transactions) {
        const what = unusualFormat(tx);
        if (what !== null) metrics.unusualTransactions.inc({ what });
      }
      metrics.headSlot.set(status.newestSlot ?? 0);
      if (block.slot === status.newestSlot) metrics.headTime.set(block.blockTime ?? 0);
      metrics.queueBlocks.set(queue.blocks);
      metrics.queueBytes.set(queue.bytes);
    },
    written(blocks, { rows, writeMs, oldestMs }) {
      status.written(blocks, rows);
      metrics.writtenSlot.set(status.writtenSlot ?? 0);
      metrics.blocks.inc(blocks.length);
      metrics.transactions.inc(blocks.reduce((sum, block) => sum + transactionRows(block), 0));
      metrics.rows.inc(rows);
      for (const block of blocks) countUnknownSwaps(unknownFramesOfBlock(block));
      metrics.writeSeconds.observe(writeMs / 1_000);
      metrics.lagSeconds.observe(oldestMs / 1_000);
      const now = Date.now();
      recordSpan(
        'write blocks',
        {
          'tickscope.slots': blocks.map(({ slot }) => slot),
          'tickscope.rows': rows,
          'tickscope.lag_ms': oldestMs,
        },
        { startMs: now - writeMs, endMs: now },
      );
    },
    writeFailed(error, tryCount) {
      metrics.writeErrors.inc();
      log.error(
        { err: error.message.slice(0, 500), tryCount, ...adviceOn(error) },
        'failed to write a batch; trying again',
      );
    },
    equivocation(slot, resolution) {
      metrics.equivocations.inc({ resolution });
      log.warn({ slot, resolution }, 'a second block came for a slot');
    },
    spillDamaged(damage) {
      metrics.spillDamaged.inc(damage.toSlot - damage.fromSlot + 1);
      log.error(damage, 'blocks in the spill are damaged');
    },
  };
}

function chainEvents({ metrics, log }: Observed): ChainWatchEvents {
  return {
    removed({ slot, blockhash }, detail) {
      metrics.equivocations.inc({ resolution: 'removed' });
      log.warn({ slot, blockhash, detail }, 'a stored block is not on the chain: it was removed');
    },
    missed(range) {
      metrics.missingSlots.inc(range.toSlot - range.fromSlot + 1);
      log.warn(range, 'recorded a gap between stored blocks');
    },
    failed(error) {
      metrics.chainWatchErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'failed to check the stored chain; trying again');
    },
  };
}

function repairEvents({ metrics, log }: Observed): RepairEvents {
  return {
    gaps(byState) {
      for (const state of ['open', 'repairing', 'repaired', 'given_up'] as const) {
        metrics.gapRanges.set({ state }, byState.get(state)?.ranges ?? 0);
        metrics.gapSlots.set({ state }, byState.get(state)?.slots ?? 0);
      }
    },
    repaired(block, source) {
      metrics.repairedBlocks.inc({ source });
      log.info({ slot: block.slot, source }, 'a missing block was fetched');
    },
    settled({ fromSlot, toSlot, cause, state, detail, tries }) {
      const level = state === 'given_up' ? 'error' : 'info';
      log[level]({ fromSlot, toSlot, cause, state, detail, tries }, 'a gap changed its state');
    },
    failed(error) {
      metrics.repairErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'failed to read the gaps; trying again');
    },
  };
}

function referenceEvents({ metrics, log }: Observed): ReferenceEvents {
  return {
    succeeded(kind, rows) {
      metrics.referenceSuccess.set({ kind }, Math.floor(Date.now() / 1_000));
      metrics.referenceRows.inc({ kind }, rows);
      if (rows > 0) log.info({ kind, rows }, 'fetched reference data');
    },
    failed(kind, error, waitMs) {
      metrics.referenceErrors.inc({ kind });
      log.warn(
        { kind, err: error.message.slice(0, 500), waitMs },
        'failed to fetch reference data; trying again',
      );
    },
    pendingMints(count) {
      metrics.referencePendingMints.set(count);
    },
    nodeSlot(slot) {
      metrics.nodeSlot.set(slot ?? 0);
    },
  };
}

function heatEvents({ metrics, log }: Observed): HeatEvents {
  return {
    made(buckets, tookMs) {
      metrics.heatBuckets.inc(buckets.length);
      metrics.heatSeconds.observe(tookMs / 1_000 / buckets.length);
    },
    failed(error) {
      metrics.heatErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'failed to compute account heat; trying again');
    },
  };
}

function detectionEvents({ metrics, log }: Observed): DetectionEvents {
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
            'found a sandwich',
          );
    },
    rejudged(report) {
      if (report.changed > 0)
        log.info(report, 'the records of actors changed: their sandwiches were judged again');
    },
    redetected(report) {
      metrics.redetections.inc();
      log.info(report, 'detection ran again over stored slots');
    },
    failed(error) {
      metrics.detectionErrors.inc();
      log.error({ err: error.message.slice(0, 500) }, 'detection failed; trying again');
    },
  };
}
