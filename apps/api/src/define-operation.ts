import type { CheckedRequest, operations } from '@tickscope/schemas';
import type { AnsweringOperation, Operation, OperationInput, RespondingOperation } from './operation.js';

/** The id of an operation of the OpenAPI document. */
export type OperationId = keyof operations;

/** The JSON body of a request that was validated, after defaults were filled in; undefined where the operation has none. */
export type BodyOf<Id extends OperationId> = [BodySchema<Id>] extends [never]
  ? undefined
  : CheckedRequest<BodySchema<Id>>;

type BodySchema<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? unknown extends Body
    ? never
    : Body
  : never;

/** The path parameters of an operation, by name. */
export type PathOf<Id extends OperationId> = CheckedRequest<Texts<ParametersOf<Id, 'path'>>>;

/** The query parameters of an operation, by name; optional ones may be missing. */
export type QueryOf<Id extends OperationId> = CheckedRequest<Texts<ParametersOf<Id, 'query'>>>;

/** The JSON body of the 200; never where the 200 is not JSON. */
export type AnswerOf<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Answer extends object } } };
}
  ? Answer
  : never;

type ParametersOf<Id extends OperationId, Place extends 'path' | 'query'> = [
  NonNullable<operations[Id]['parameters'][Place]>,
] extends [never]
  ? Record<never, never>
  : NonNullable<operations[Id]['parameters'][Place]>;

/** Parameters arrive as text, whatever their type in the document: a number as its digits. */
type Texts<Parameters> = { readonly [Name in keyof Parameters]: TextOf<Parameters[Name]> };
type TextOf<Value> = Value extends string
  ? Value
  : Value extends number
    ? string
    : Value extends boolean
      ? `${Value}`
      : never;

/** The input of an operation. All that the caller sent was validated by the schema. */
export interface InputOf<Id extends OperationId>
  extends Omit<OperationInput, 'body' | 'pathParameters' | 'queryParameters'> {
  body: BodyOf<Id>;
  pathParameters: PathOf<Id>;
  /** Each was given at most once. */
  queryParameters: QueryOf<Id>;
}

/** An operation whose 200 is JSON returns it; any other writes its answer itself. */
type Definition<Id extends OperationId> = [AnswerOf<Id>] extends [never]
  ? Omit<RespondingOperation<InputOf<Id>>, 'id'>
  : Omit<AnsweringOperation<InputOf<Id>, AnswerOf<Id>>, 'id'>;

/**
 * Defines an operation of the OpenAPI document. The types of its body, parameters and answer are those that the
 * document has for the id.
 */
export function defineOperation<Id extends OperationId>(id: Id, definition: Definition<Id>): Operation {
  // The one cast between the document's types and the router, which validates each request by the same document.
  return { id, ...definition } as Operation;
}
