export {
  type ApiConfig,
  type JwtConfig,
  type RpcConfig,
  readApiConfig,
  tracingConfig,
} from './api-config.js';
export { ConfigError } from './config-error.js';
export { describeApiConfig } from './describe-config.js';
export { renderEnvExample } from './env-example.js';
export { describeIngesterConfig, readIngesterConfig } from './ingester-config.js';
export { INGESTER_VARIABLES, type IngesterConfig } from './ingester-variables.js';
export { renderSettingsPage } from './settings-page.js';
export { API_VARIABLES, isLoopback, type TrustProxy } from './variables.js';
