import type { components } from '@tickscope/schemas';

type Schemas = components['schemas'];

/** What each kind of job is asked and gives. */
export interface JobTypes {
  'check-sandwich': { request: CheckSandwichJob; result: Schemas['SandwichChecks'] };
  'check-wallet': { request: Schemas['CheckWalletRequest']; result: Schemas['WalletScan'] };
  'check-attacker': { request: Schemas['CheckAttackerRequest']; result: Schemas['AttackerProfile'] };
  'validate-competition': {
    request: Schemas['ValidateCompetitionRequest'];
    result: Schemas['Competition'];
  };
  'backfill-transaction': { request: Schemas['BackfillRequest']; result: Schemas['Backfill'] };
}

export type JobKind = keyof JobTypes;

/** The kinds that this program does. A backfill writes: the ingester does it (docs/adr/0012). */
export type OwnJobKind = Exclude<JobKind, 'backfill-transaction'>;

/** Whatever way the signatures were given, so that equal questions are twins. */
export interface CheckSandwichJob {
  /** Base58, each once. */
  signatures: string[];
  slot_range: number;
}
