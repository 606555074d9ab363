import type { Label } from '@tickscope/reference';
import { type ReadWrite, replaceLabels } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import type { LabelsSource } from './labels-source.js';
import { LeaderSchedules } from './leader-schedules.js';
import { runOnSchedule, type Schedule } from './run-on-schedule.js';
import { TokenNames } from './token-names.js';
import { ValidatorSnapshots } from './validator-snapshots.js';
import { watchNodeSlot } from './watch-node-slot.js';

export const REFERENCE_KINDS = ['leaders', 'nodes', 'vote_accounts', 'names', 'tokens', 'labels'] as const;

export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface ReferenceEvents {
  succeeded(kind: ReferenceKind, rows: number): void;
  failed(kind: ReferenceKind, error: Error, waitMs: number): void;
  /** Number of mints waiting to be looked up. */
  pendingMints(count: number): void;
  /** The confirmed slot of the node, every 15 s; null when it does not say it. */
  nodeSlot(slot: number | null): void;
}

const MINUTE = 60_000;

const SCHEDULES: Record<ReferenceKind, Schedule> = {
  leaders: { everyMs: 10 * MINUTE, deadlineMs: 3 * MINUTE, firstWaitMs: 2_000, longestWaitMs: 10 * MINUTE },
  nodes: { everyMs: 2 * MINUTE, deadlineMs: 2 * MINUTE, firstWaitMs: 2_000, longestWaitMs: 10 * MINUTE },
  vote_accounts: {
    everyMs: 30 * MINUTE,
    deadlineMs: 2 * MINUTE,
    firstWaitMs: 2_000,
    longestWaitMs: 30 * MINUTE,
  },
  // Slow on many nodes, and refused by some.
  names: { everyMs: 360 * MINUTE, deadlineMs: 2 * MINUTE, firstWaitMs: 5_000, longestWaitMs: 360 * MINUTE },
  tokens: { everyMs: 10_000, deadlineMs: 3 * MINUTE, firstWaitMs: 2_000, longestWaitMs: 5 * MINUTE },
  labels: { everyMs: MINUTE, deadlineMs: MINUTE, firstWaitMs: 2_000, longestWaitMs: 5 * MINUTE },
};

export interface ReferenceDataOptions {
  store: ReadWrite;
  /** Null: nothing is read from the chain, and data that depends on it is null. */
  rpc: JsonRpc | null;
  labels: LabelsSource;
  on: ReferenceEvents;
  schedules?: Partial<Record<ReferenceKind, Partial<Schedule>>>;
}

/**
 * Fetches data that the stream does not contain: leaders, validators and token names over JSON-RPC, and labels from
 * files. Each kind has its own schedule and runs independently of the stream: a failure is reported and retried, and
 * affects nothing else.
 */
export class ReferenceData {
  readonly #options: ReferenceDataOptions;
  readonly #stopping = new AbortController();

  constructor(options: ReferenceDataOptions) {
    this.#options = options;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const { rpc, on } = this.#options;
    const { signal } = this.#stopping;
    await Promise.all([
      ...(rpc === null ? [] : [watchNodeSlot(rpc, (slot) => on.nodeSlot(slot), signal)]),
      ...[...this.#runs()].map(([kind, run]) =>
        runOnSchedule(
          run,
          { ...SCHEDULES[kind], ...this.#options.schedules?.[kind] },
          {
            succeeded: (rows) => on.succeeded(kind, rows),
            failed: (error, waitMs) => on.failed(kind, error, waitMs),
          },
          signal,
        ),
      ),
    ]);
  }

  stop(): void {
    this.#stopping.abort();
  }

  #runs(): Map<ReferenceKind, (signal: AbortSignal) => Promise<number>> {
    const { store, rpc, labels, on } = this.#options;
    const runs = new Map<ReferenceKind, (signal: AbortSignal) => Promise<number>>();
    let stored: readonly Label[] | null = null;
    runs.set('labels', async () => {
      const wanted = await labels.read();
      if (wanted === stored) return 0;
      const rows = await replaceLabels(store, wanted);
      stored = wanted;
      return rows;
    });
    if (rpc === null) return runs;
    const validators = new ValidatorSnapshots({ rpc, store });
    const leaders = new LeaderSchedules({
      rpc,
      store,
      onLeaders: (identities) => validators.addLeaders(identities),
    });
    const tokens = new TokenNames({ rpc, store });
    runs.set('leaders', (signal) => leaders.run(signal));
    runs.set('vote_accounts', (signal) => validators.readVoteAccounts(signal));
    runs.set('nodes', (signal) => validators.readNodes(signal));
    runs.set('names', (signal) => validators.readNames(signal));
    runs.set('tokens', async (signal) => {
      try {
        return await tokens.run(signal);
      } finally {
        on.pendingMints(tokens.pending);
      }
    });
    return runs;
  }
}
