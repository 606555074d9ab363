import type { ConfigProblem } from './config-error.js';
import { type ApiVariable, type ApiVariableValues, isLoopback } from './variables.js';

/** Finds contradictions between variables that are right each by itself. */
export function problemsTogether(values: ApiVariableValues): ConfigProblem[] {
  return [
    ...databaseProblems(values),
    ...authProblems(values),
    ...incomplete(values, ['JWT_JWKS', 'JWT_ISSUER', 'JWT_AUDIENCE']),
    ...incomplete(values, ['TLS_CERT_FILE', 'TLS_KEY_FILE']),
  ];
}

function databaseProblems({ API_ROLE, AUTH, DATABASE_URL }: ApiVariableValues): ConfigProblem[] {
  if (DATABASE_URL !== '') return [];
  const variable = 'DATABASE_URL';
  if (API_ROLE === 'worker')
    return [{ variable, text: 'is not set: a worker takes its jobs from there, or set API_ROLE to api.' }];
  if (AUTH === 'on')
    return [
      {
        variable,
        text: 'is not set: accounts, keys and limits are kept there. Set it, or set AUTH to off on a machine of your own.',
      },
    ];
  return [];
}

function authProblems({ AUTH, API_HOST, API_ROLE }: ApiVariableValues): ConfigProblem[] {
  // A worker answers health and metrics only.
  if (AUTH === 'on' || API_ROLE === 'worker' || isLoopback(API_HOST)) return [];
  return [
    {
      variable: 'AUTH',
      text: 'cannot be off while API_HOST opens the API to the network: set API_HOST to 127.0.0.1, or AUTH to on.',
    },
  ];
}

/** Variables of which either all are set or none. */
function incomplete(values: ApiVariableValues, names: readonly ApiVariable[]): ConfigProblem[] {
  const missing = names.filter((name) => values[name] === '');
  if (missing.length === 0 || missing.length === names.length) return [];
  const set = names.filter((name) => !missing.includes(name)).join(' and ');
  return missing.map((variable) => ({ variable, text: `is not set: it goes with ${set}.` }));
}
