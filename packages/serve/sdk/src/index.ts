export { type Calls, createTickscope, type Jobs, type Tickscope } from './client.js';
export {
  CallTimeoutError,
  JobFailedError,
  NoAnswerError,
  TickscopeError,
  type TickscopeErrorCode,
  UnexpectedAnswerError,
} from './errors.js';
export type { JobOptions } from './jobs.js';
export type { Input, JobResults, Output, Schemas, StreamFilter } from './operation-types.js';
export type { CallId, OperationId } from './operations.js';
export { type Recognized, recognize } from './recognize.js';
export type { CallOptions, TickscopeOptions } from './settings.js';
export type { Sleep } from './sleep.js';
export type { FeedEvent, SandwichStream, StreamOptions } from './stream.js';
