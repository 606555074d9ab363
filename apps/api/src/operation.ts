import type { Request, Response } from 'express';
import type { Access } from './auth/access.js';
import type { KeyService } from './auth/key-service.js';
import type { Caching } from './caches/answer-cache.js';
import type { Database } from './database/database.js';
import type { JobService } from './jobs/job-service.js';
import type { LiveFeed } from './mev/stream/live-feed.js';
import type { ChainNode } from './node-rpc/chain-node.js';
import type { RequestContext } from './request-context.js';
import type { ComputeLimit } from './write-locks/compute-limits.js';

/** What an operation works with. */
export interface OperationInput {
  /** Checked against the schema, defaults filled in; undefined where the operation has no body. */
  body: unknown;
  /** Checked against the schema. */
  pathParameters: Readonly<Record<string, string>>;
  /** Checked against the schema, each at most once; empty where the operation documents none. */
  queryParameters: Readonly<Record<string, string>>;
  database: Database;
  /** The same, for queries over hours of the chain: with the deadline of a job's. */
  rangeDatabase: Database;
  /** In the order of slots. */
  computeLimits: readonly ComputeLimit[];
  jobs: JobService;
  keys: KeyService;
  liveFeed: LiveFeed;
  /** Null: there is none, and what is older than the stored data is not known. */
  node: ChainNode | null;
  context: RequestContext;
}

/** An operation of the OpenAPI document, which says where it is and what it takes. */
interface OperationBase {
  id: string;
  /** Who may ask: left out, whoever has a key or a JWT, and a subscription. */
  access?: Access;
}

/** An operation that is a question and an answer. */
export interface AnsweringOperation extends OperationBase {
  /** Left out, every request is answered anew. */
  caching?: Caching;
  /** Gives the body of the 200, or throws `ApiError`. */
  answer(input: OperationInput): Promise<object>;
}

/** An operation that writes its answer itself, as a stream does. */
export interface RespondingOperation extends OperationBase {
  /** Ends when the answer has. Throws `ApiError` before its first byte, nothing after it. HEAD comes here too. */
  respond(input: OperationInput, req: Request, res: Response): Promise<void>;
}

export type Operation = AnsweringOperation | RespondingOperation;
