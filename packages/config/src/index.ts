export {
  type ApiConfig,
  type ClickHouseConfig,
  type JobsConfig,
  type JwtConfig,
  type RpcConfig,
  readApiConfig,
} from './api-config.js';
export { ConfigError, type ConfigProblem } from './config-error.js';
export { describeApiConfig } from './describe-config.js';
export { renderEnvExample } from './env-example.js';
export { describeIngesterConfig, readIngesterConfig } from './ingester-config.js';
export type { IngesterConfig } from './ingester-variables.js';
export type { Environment } from './read-variables.js';
export { isLoopback, type TrustProxy } from './variables.js';
