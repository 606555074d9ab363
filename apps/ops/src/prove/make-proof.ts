import { availableParallelism, cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { formatCount, UnreachableError, VERSION } from '@tickscope/command-line';
import { type GeyserEndpoint, probeEndpoint, type SubscriptionMode } from '@tickscope/pipeline';
import type { ReadConnection } from '@tickscope/store';
import type { VerifyProgress } from '@tickscope/verify';
import { geyserChecks } from '../doctor/geyser-checks.js';
import { type Interruption, stoppable } from '../interruption.js';
import { ingestSlots } from './ingest-slots.js';
import { readIngesterMetrics } from './ingester-metrics.js';
import { fromTables } from './measured.js';
import type { Machine, Proof, StoreProof } from './proof.js';
import { proveStored, readDelays } from './read-store.js';
import { openTemporaryStore } from './temporary-store.js';
import { secretsOf, withoutSecrets } from './without-secrets.js';

export interface EndpointQuestion {
  endpoint: GeyserEndpoint;
  /** Null: the one in which the endpoint gives whole blocks. */
  mode: SubscriptionMode | null;
  slots: number;
  /** How long each subscription of the probe is read. */
  probeSeconds: number;
  threads: number;
  show(text: string): void;
}

/** Asks an endpoint what it gives, stores some slots of it in a temporary store, and proves what was stored. */
export async function proveEndpoint(question: EndpointQuestion): Promise<Proof> {
  const secrets = secretsOf(question.endpoint.url, question.endpoint.xToken);
  try {
    const proof = await stoppable('interrupted; the temporary store is removed, nothing is kept', (stop) =>
      ofEndpoint(question, stop),
    );
    return withoutSecrets(proof, secrets);
  } catch (error) {
    if (error instanceof Error) error.message = withoutSecrets(error.message, secrets);
    throw error;
  }
}

async function ofEndpoint(question: EndpointQuestion, stop: Interruption): Promise<Proof> {
  const { endpoint, slots, probeSeconds, threads, show } = question;
  const { signal } = stop;
  const asking = probeEndpoint(endpoint, { deadlineMs: probeSeconds * 1_000, signal, onStep: show });
  const probe = await stop.orStop(asking);
  if (probe.unreachable !== null)
    throw new UnreachableError(`the endpoint does not answer: ${probe.unreachable}`);
  const mode = question.mode ?? ((probe.blocks?.blocks ?? 0) > 0 ? 'blocks' : 'messages');
  show('starting a temporary store');
  const temporary = await openTemporaryStore();
  try {
    signal.throwIfAborted();
    const { store, clickHousePid } = temporary;
    const { range, measured, notes } = await ingestSlots({
      ...{ endpoint, mode, slots, store, clickHousePid, signal },
      onProgress: (at) =>
        show(
          `${formatCount(Math.min(at.slots, slots))} of ${formatCount(slots)} slots, ${formatCount(at.blocks)} blocks stored`,
        ),
    });
    const stored = await stop.orStop(proveStored(store.read, range, threads, progressOf(show)));
    const blockTimeToStoredSeconds = await stop.orStop(readDelays(store.read, range));
    const checks = geyserChecks(probe);
    return proofOf(stored, {
      endpoint: { checks, probe },
      measured: { ...measured, blockTimeToStoredSeconds },
      notes,
    });
  } finally {
    show('removing the temporary store');
    await temporary.remove();
  }
}

export interface StoreQuestion {
  read: ReadConnection;
  range: SlotRange;
  /** Until what is at the head has settled. */
  waitMs: number;
  threads: number;
  /** Address of a running ingester's metrics; null: only what the tables say is measured. */
  ingesterUrl: string | null;
  show(text: string): void;
}

/** Proves what a store holds of a range. */
export async function proveStore({
  read,
  range,
  waitMs,
  threads,
  ingesterUrl,
  show,
}: StoreQuestion): Promise<Proof> {
  return stoppable('interrupted', async ({ signal, orStop }) => {
    if (waitMs > 0) {
      show('waiting until the newest blocks have settled');
      await orStop(sleep(waitMs, undefined, { signal }));
    }
    const delays = await orStop(readDelays(read, range));
    const measured =
      ingesterUrl === null ? fromTables(delays) : await orStop(readIngesterMetrics(ingesterUrl, delays));
    const stored = await orStop(proveStored(read, range, threads, progressOf(show)));
    return proofOf(stored, { endpoint: null, measured, notes: [] });
  });
}

function proofOf(stored: StoreProof, about: Pick<Proof, 'endpoint' | 'measured' | 'notes'>): Proof {
  return {
    ...{ format: 'tickscope-proof', formatVersion: 1, tickscope: VERSION },
    madeAt: new Date().toISOString(),
    machine: thisMachine(),
    ...about,
    ...stored,
  };
}

function thisMachine(): Machine {
  return {
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
  };
}

const STAGES: Record<VerifyProgress['stage'], string> = {
  chain: 'following the parents',
  rows: 'counting entries and transactions',
  lookups: 'counting other tables',
  sandwiches: 'finding the sandwiches again',
  poh: 'recomputing the hash chain',
};

function progressOf(show: (text: string) => void): (at: VerifyProgress) => void {
  return ({ stage, slot, blocksDone }) =>
    show(`${STAGES[stage]}: ${formatCount(blocksDone)} slots done, at slot ${slot}`);
}
