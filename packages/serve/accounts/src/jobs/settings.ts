import { JOB_KINDS, KIND_LIMITS } from './kinds.js';
import type { LaneLimits } from './types.js';

export interface JobsOptions {
  /** The kinds that may be submitted. Default: those of the product. */
  readonly kinds?: readonly string[];
  /** Limit of running jobs, over all accounts and processes. */
  readonly runningInAll?: number;
  /** Limits of the shared lane: all kinds except those in `limitsByKind`. */
  readonly limits?: Partial<LaneLimits>;
  /** Kinds with limits of their own, besides those of the product (`KIND_LIMITS`). */
  readonly limitsByKind?: Readonly<Record<string, LaneLimits>>;
  /** The wait that a refusal reports. */
  readonly refusalWaitSeconds?: number;
  /** How long a run may take; `deadlineMsByKind` overrides it for single kinds. */
  readonly deadlineMs?: number;
  readonly deadlineMsByKind?: Readonly<Record<string, number>>;
  /** How old the data of a completed job may be when it answers the same request. */
  readonly freshMs?: number;
  /**
   * Limit of the stored results of an account, in bytes; the oldest are deleted first. Default: this process
   * deletes none.
   */
  readonly resultBytesPerAccount?: number;
  /** Retention of finished jobs. */
  readonly keepMs?: number;
  /** A run that was not renewed for this long is taken over by another worker. */
  readonly leaseMs?: number;
  /** After this many lost workers a job fails. */
  readonly maxLosses?: number;
  /** How long a handler may continue after its signal fired, before the worker stops waiting for it. */
  readonly handlerGraceMs?: number;
}

export interface JobsSettings {
  readonly kinds: ReadonlySet<string>;
  readonly runningInAll: number;
  readonly limitsOf: (kind: string) => LaneLimits & { readonly lane: string };
  readonly refusalWaitSeconds: number;
  readonly deadlineMsOf: (kind: string) => number;
  readonly freshMs: number;
  readonly resultBytesPerAccount: number | null;
  readonly keepMs: number;
  readonly leaseMs: number;
  readonly renewMs: number;
  /** A worker aborts a run that it could not renew for this long: safely before another takes it over. */
  readonly giveUpMs: number;
  /** How long after its own start Postgres waits for workers to renew. */
  readonly restartGraceMs: number;
  readonly sweepMs: number;
  readonly maxLosses: number;
  readonly handlerGraceMs: number;
}

export const SHARED_LANE = 'shared';
export const MAX_REQUEST_BYTES = 1_000_000;
export const MAX_RESULT_BYTES = 20_000_000;

export function jobsSettings(options: JobsOptions): JobsSettings {
  const shared: LaneLimits = { runningPerAccount: 2, queuedPerAccount: 10, ...options.limits };
  const leaseMs = options.leaseMs ?? 28_000;
  return {
    kinds: new Set(options.kinds ?? JOB_KINDS),
    runningInAll: options.runningInAll ?? 4,
    limitsOf(kind) {
      const own = options.limitsByKind?.[kind] ?? KIND_LIMITS[kind];
      return own === undefined ? { ...shared, lane: SHARED_LANE } : { ...own, lane: kind };
    },
    refusalWaitSeconds: options.refusalWaitSeconds ?? 15,
    deadlineMsOf: (kind) => options.deadlineMsByKind?.[kind] ?? options.deadlineMs ?? 120_000,
    freshMs: options.freshMs ?? 300_000,
    resultBytesPerAccount: options.resultBytesPerAccount ?? null,
    keepMs: options.keepMs ?? 86_400_000,
    leaseMs,
    renewMs: Math.min(2_000, Math.ceil(leaseMs / 8)),
    giveUpMs: Math.floor(leaseMs * 0.9),
    restartGraceMs: Math.min(5_000, Math.ceil(leaseMs / 2)),
    sweepMs: Math.min(1_000, Math.ceil(leaseMs / 8)),
    maxLosses: options.maxLosses ?? 5,
    handlerGraceMs: options.handlerGraceMs ?? 5_000,
  };
}
