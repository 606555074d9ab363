import type { Database } from '@tickscope/queries/database';
import type { ComputeLimit } from '@tickscope/queries/write-locks/compute-limits';
import type { Request, Response } from 'express';
import type { Access } from './auth/access.js';
import type { KeyService } from './auth/key-service.js';
import type { Caching } from './caches/answer-cache.js';
import type { LiveFeed } from './feed/live-feed.js';
import type { JobService } from './jobs/job-service.js';
import type { ChainNode } from './node-rpc/chain-node.js';
import type { RequestContext } from './request-context.js';
import type { WebhookService } from './webhooks/webhook-service.js';

/** What an operation works with, besides what the caller sent. */
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
  context: RequestContext;
}

/** The input of an operation, as the router holds it. `InputOf` has the types of one operation. */
export interface OperationInput extends Services {
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
  /** Not of the contract: it answers under `/api` only. Default false. */
  isOurs?: boolean;
  /** Who may call it. By default: any key or JWT whose account has a subscription. */
  access?: Access;
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
