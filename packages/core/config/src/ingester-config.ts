import { INGESTER_VARIABLES, type IngesterConfig } from './ingester-variables.js';
import { type Environment, readVariables } from './read-variables.js';

/** Reads the ingester's settings from the environment. Throws `ConfigError` naming every variable that is wrong. */
export function readIngesterConfig(environment: Environment = process.env): IngesterConfig {
  return readVariables(INGESTER_VARIABLES, environment);
}

/** Providers put keys into it. */
const HOLDS_SECRETS: ReadonlySet<string> = new Set(['RPC_URL']);

/** For the log: every setting, secrets only as set or not. */
export function describeIngesterConfig(config: IngesterConfig): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const variable = INGESTER_VARIABLES[name as keyof IngesterConfig];
      const isSecret = HOLDS_SECRETS.has(name) || ('secret' in variable && variable.secret);
      return [name, isSecret ? (isEmpty(value) ? 'unset' : 'set') : value];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
