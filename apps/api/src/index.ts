export { type AppDependencies, createApp } from './app.js';
export type { Operation, OperationInput } from './operation.js';
export { type RunningApi, type StartOptions, startApi } from './server.js';
