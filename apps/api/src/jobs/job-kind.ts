import type { Signature } from '@tickscope/chain';
import type { CheckedRequest, components } from '@tickscope/schemas';

type Schemas = components['schemas'];

/** `max_age_seconds` is left out: it does not change what the job computes. */
type Asked<Name extends keyof Schemas> = CheckedRequest<Omit<Schemas[Name], 'max_age_seconds'>>;

/** The request and the result of each kind of job. */
export interface JobTypes {
  'check-sandwich': { request: CheckSandwichJob; result: Schemas['SandwichChecks'] };
  'check-wallet': { request: Asked<'CheckWalletRequest'>; result: Schemas['WalletScan'] };
  'check-attacker': { request: Asked<'CheckAttackerRequest'>; result: Schemas['AttackerProfile'] };
  'validate-competition': {
    request: Asked<'ValidateCompetitionRequest'>;
    result: Schemas['Competition'];
  };
  'backfill-transaction': { request: Asked<'BackfillRequest'>; result: Schemas['Backfill'] };
}

export type JobKind = keyof JobTypes;

/** The kinds of jobs that this program runs. The ingester runs backfills, because they write (docs/adr/0012). */
export type OwnJobKind = Exclude<JobKind, 'backfill-transaction'>;

/** Normalised, so that equivalent requests share one job. */
export interface CheckSandwichJob {
  /** Each once. */
  signatures: Signature[];
  slot_range: number;
}
