import { KIND_LIMITS } from './kinds.js';
import type { LaneLimits } from './types.js';

export interface JobsOptions {
  /** Jobs that run at once, over all accounts and processes. */
  readonly runningInAll?: number;
  /** Of the kinds that share: all but those in `limitsByKind`. */
  readonly limits?: Partial<LaneLimits>;
  /** Kinds that are counted alone, besides those of the product (`KIND_LIMITS`). */
  readonly limitsByKind?: Readonly<Record<string, LaneLimits>>;
  /** What a refusal tells to wait. */
  readonly refusalWaitSeconds?: number;
  /** How long a start may run, and that of single kinds. */
  readonly deadlineMs?: number;
  readonly deadlineMsByKind?: Readonly<Record<string, number>>;
  /** How old the data of a completed job may be when it answers the same request. */
  readonly freshMs?: number;
  /** How many bytes of results an account may have stored; older ones go first. Left out: this process deletes none. */
  readonly resultBytesPerAccount?: number;
  /** How long finished jobs are kept. */
  readonly keepMs?: number;
  /** After how long without a renewal another worker takes a job over. */
  readonly leaseMs?: number;
  /** After how many lost workers a job is given up. */
  readonly maxLosses?: number;
  /** How long a handler may go on after its signal fired, before it is no longer waited for. */
  readonly handlerGraceMs?: number;
}

export interface JobsSettings {
  readonly runningInAll: number;
  readonly limitsOf: (kind: string) => LaneLimits & { readonly lane: string };
  readonly refusalWaitSeconds: number;
  readonly deadlineMsOf: (kind: string) => number;
  readonly freshMs: number;
  readonly resultBytesPerAccount: number | null;
  readonly keepMs: number;
  readonly leaseMs: number;
  readonly renewMs: number;
  /** After how long without a renewal a worker gives a job up by itself: surely before another takes it. */
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
