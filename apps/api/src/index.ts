export { type AppDependencies, createApp } from './app.js';
export { type RunningApi, startApi } from './server.js';
