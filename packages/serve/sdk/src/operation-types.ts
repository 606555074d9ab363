import type { components, operations } from './api-types.js';
import type { CallId, JobOperation, OPERATIONS, OperationId } from './operations.js';

/** Every schema of the API by name, for example `Schemas['WalletScan']`. */
export type Schemas = components['schemas'];

type Flat<T> = { [Key in keyof T]: T[Key] };

type Defaulted<Id extends OperationId> = (typeof OPERATIONS)[Id] extends {
  defaulted: readonly (infer Field)[];
}
  ? Field
  : never;

/** Makes fields with a default optional: the generated types are those of the server, after defaults were filled in. */
type Loosened<T, Fields> = T extends unknown
  ? Omit<T, Fields & keyof T> & Partial<Pick<T, Fields & keyof T>>
  : never;

/** `unknown`, which adds nothing to an intersection, where there is none. */
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Content } };
}
  ? unknown extends Content
    ? unknown
    : Loosened<Content, Defaulted<Id>>
  : unknown;

/** The parameters of an operation; `unknown`, which adds nothing to an intersection, where there are none. */
type Parameters<Id extends OperationId, Place extends 'path' | 'query'> = [
  NonNullable<operations[Id]['parameters'][Place]>,
] extends [never]
  ? unknown
  : NonNullable<operations[Id]['parameters'][Place]>;

/** A path and a query are text: a number and a boolean may be given as text, too. */
type OrText<T> = {
  [Key in keyof T]: NonNullable<T[Key]> extends number | boolean
    ? T[Key] | (NonNullable<T[Key]> extends boolean ? 'true' | 'false' : string)
    : T[Key];
};

/** The input of a call: the fields of its path, its query and its body, in one object. */
export type Input<Id extends OperationId> = Flat<
  OrText<Parameters<Id, 'path'>> & OrText<Parameters<Id, 'query'>> & Body<Id>
>;

/** The output of a call: the body of its 200. */
export type Output<Id extends CallId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Content } } };
}
  ? Content
  : never;

export type StreamFilter = OrText<Parameters<'streamSandwiches', 'query'>>;

/** Results of the operations that submit a job; the compiler wants one for each of the document. */
export interface JobResults extends Readonly<Record<JobOperation, unknown>> {
  checkSandwich: Schemas['SandwichChecks'];
  checkWallet: Schemas['WalletScan'];
  checkAttacker: Schemas['AttackerProfile'];
  validateCompetition: Schemas['Competition'];
  backfillTransaction: Schemas['Backfill'];
}
