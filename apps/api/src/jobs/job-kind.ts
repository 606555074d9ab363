import type { components } from '@tickscope/schemas';

type Schemas = components['schemas'];

/** How old an answer may be does not change the question. */
type Asked<Name extends keyof Schemas> = Omit<Schemas[Name], 'max_age_seconds'>;

/** What each kind of job is asked and gives. */
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

/** The kinds that this program does. A backfill writes: the ingester does it (docs/adr/0012). */
export type OwnJobKind = Exclude<JobKind, 'backfill-transaction'>;

/** Normalised, so that equivalent requests are answered by one job. */
export interface CheckSandwichJob {
  /** Base58, each once. */
  signatures: string[];
  slot_range: number;
}
