import type { RequestHandler } from 'express';
import type { Database } from './database/database.js';
import type { JobService } from './jobs/job-service.js';
import type { RequestContext } from './request-context.js';

/** What an operation works with. */
export interface OperationInput {
  /** Checked against the schema, defaults filled in; undefined where the operation has no body. */
  body: unknown;
  /** Checked against the schema. */
  pathParameters: Readonly<Record<string, string>>;
  database: Database;
  jobs: JobService;
  context: RequestContext;
}

/** An operation of the OpenAPI document, which says where it is and what it takes. */
export interface Operation {
  id: string;
  /**
   * What stands between the route and the reading of the request, in this order: who are you (401), may you (403),
   * how often (429). Empty until there are accounts.
   */
  admission: readonly RequestHandler[];
  /** Gives the body of the 200, or throws `ApiError`. */
  answer(input: OperationInput): Promise<object>;
}
