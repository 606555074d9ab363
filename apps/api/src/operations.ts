import type { OperationId } from './define-operation.js';
import type { Operation } from './operation.js';
import * as handlers from './routes/index.js';

/** All operations of the API. The compiler wants a handler for each of the document, under its id. */
export const OPERATIONS: readonly Operation[] = Object.values<Operation>(
  handlers satisfies Record<OperationId, Operation>,
);
