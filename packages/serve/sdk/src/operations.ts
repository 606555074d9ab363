import type { operations, paths } from './api-types.js';
import { OPERATIONS as FACTS } from './operations.gen.js';

/** Facts of an operation that a call needs, and that the types of the API do not have. */
export interface OperationFacts {
  method: 'GET' | 'POST' | 'DELETE';
  path: keyof paths;
  /** Optional fields of the body, for which the document has a default. */
  defaulted?: readonly string[];
  /** False where the operation is not idempotent. */
  isRepeatable?: false;
  /** Answers with server-sent events. */
  isStream?: true;
  /** Submits a job. */
  isJob?: true;
}

/** Every operation of the document by its id. */
export const OPERATIONS = FACTS satisfies Readonly<Record<keyof operations, OperationFacts>>;

export type OperationId = keyof typeof OPERATIONS;

type IdWith<Fact> = {
  [Id in OperationId]: (typeof OPERATIONS)[Id] extends Fact ? Id : never;
}[OperationId];

/** The operations that answer with JSON. */
export type CallId = Exclude<OperationId, IdWith<{ isStream: true }>>;

/** The operations that submit a job. */
export type JobOperation = IdWith<{ isJob: true }>;

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

export function factsOf(id: OperationId): OperationFacts {
  return OPERATIONS[id];
}
