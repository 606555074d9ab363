import { API_VARIABLES, type Variable } from './variables.js';

/** The text of `.env.example`: every variable with its meaning and default, required ones without a comment sign. */
export function renderEnvExample(): string {
  const variables: [string, Variable<unknown>][] = Object.entries(API_VARIABLES);
  const blocks = variables.map(([name, { help, expected, fallback }]) =>
    [
      `# ${help}`,
      `# Expected: ${expected}.`,
      fallback === undefined ? `${name}=` : `#${name}=${fallback}`,
    ].join('\n'),
  );
  return `${[
    '# Settings of the API. Copy to .env and load it (node --env-file=.env …), or set them in the environment.\n# Lines that are commented out show the defaults.',
    ...blocks,
  ].join('\n\n')}\n`;
}
