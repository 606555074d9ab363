import type { Database } from '@tickscope/queries';
import type { ComputeLimit } from '@tickscope/queries/write-locks';
import type { Request, Response } from 'express';
import type { Access } from './auth/access.js';
import type { KeyService } from './auth/key-service.js';
import type { ErrorForm } from './errors.js';
import type { LiveFeed } from './feed/live-feed.js';
import type { JobService } from './jobs/job-service.js';
import type { ChainNode } from './node-rpc/chain-node.js';
import type { RequestContext } from './request-context.js';
import type { WebhookService } from './webhooks/webhook-service.js';

/** The services that every operation may use. This is their one list: what is added here is made in `server.ts`. */
export interface Services {
  database: Database;
  /** The same database, for queries over hours of the chain: with the deadline of a job's query. */
  rangeDatabase: Database;
  /** In slot order. */
  computeLimits: readonly ComputeLimit[];
  jobs: JobService;
  keys: KeyService;
  webhooks: WebhookService;
  liveFeed: LiveFeed;
  /** Null: no node is configured, and data older than the stored data is not known. */
  node: ChainNode | null;
}

/** The input of an operation, as the router holds it. `InputOf` has the types of one operation. */
export interface OperationInput extends Services {
  context: RequestContext;
  /** Validated by the schema, with defaults filled in; undefined where the operation has no body. */
  body: unknown;
  /** Validated by the schema. */
  pathParameters: Readonly<Record<string, string>>;
  /** Validated by the schema, each at most once; empty where the operation documents none. */
  queryParameters: Readonly<Record<string, string>>;
}

/** An operation of the OpenAPI document, which has its path and its parameters. */
interface OperationBase {
  id: string;
  /** Whether it answers under `/api` only. Default false. */
  isOurs?: boolean;
  /** The credentials it needs. By default: any key or JWT whose account has a subscription. */
  access?: Access;
  /** By default errors have the envelope as their body. */
  errorForm?: ErrorForm;
}

/** An operation that returns one answer. */
export interface AnsweringOperation<Input = OperationInput, Answer extends object = object>
  extends OperationBase {
  /** By default no answer is cached. */
  caching?: Caching<Input, Answer>;
  /** The answer for callers that prefer `text/csv`. By default every answer is JSON. */
  asCsv?(answer: Answer): { text: string; headers: Readonly<Record<string, string>> };
  /** Returns the body of the 200, or throws `ApiError`. */
  answer(input: Input): Promise<Answer>;
}

/** An operation that writes its answer itself, for example a stream. */
export interface RespondingOperation<Input = OperationInput> extends OperationBase {
  /**
   * Resolves when the answer has ended. Throws `ApiError` before the first byte, nothing after it. Also handles
   * HEAD.
   */
  respond(input: Input, req: Request, res: Response): Promise<void>;
}

/** An operation as the router holds it. `defineOperation` makes it. */
export type Operation = AnsweringOperation | RespondingOperation;

/**
 * How an operation's answers are cached. For public data only: the cache is shared, so an answer must not
 * depend on the caller.
 */
export interface Caching<Input = OperationInput, Answer extends object = object> {
  /** Capacity; the least recently used answer is evicted first. */
  most: number;
  /** The cache key: everything in the input that the answer depends on. */
  keyOf(input: Input): string;
  /** How long an answer is cached, in milliseconds; 0: not at all. Errors are never cached. */
  keptMs(answer: Answer): number;
  /** Changes an answer served from the cache, for answers that say whether they are cached. */
  asKept?(answer: Answer): Answer;
}
