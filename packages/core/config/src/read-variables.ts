import { ConfigError, type ConfigProblem } from './config-error.js';
import type { Variable, VariableValues } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values of a table of variables. A variable set to an empty text counts as not set. Throws `ConfigError` naming
 * every variable that is wrong.
 */
export function readVariables<Table extends Readonly<Record<string, Variable<unknown>>>>(
  table: Table,
  environment: Environment,
): VariableValues<Table> {
  const problems: ConfigProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(table)) {
    const text = environment[name] || variable.fallback;
    if (text === undefined) {
      problems.push({ variable: name, text: `is not set: set it to ${variable.expected}.` });
      continue;
    }
    const result = variable.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push({ variable: name, text: problemText(text, variable) });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as VariableValues<Table>;
}

function problemText(text: string, { expected, fallback, secret }: Variable<unknown>): string {
  // A URL with a password in it is a likely mistake, and errors are printed.
  const shown = secret || /:\/\/[^/]*@/.test(text) ? 'what is set' : JSON.stringify(text.slice(0, 100));
  const orElse = fallback === undefined ? '' : `, or remove it for ${fallback === '' ? 'none' : fallback}`;
  return `cannot be ${shown}: set it to ${expected}${orElse}.`;
}
