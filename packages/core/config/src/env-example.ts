import { INGESTER_VARIABLES } from './ingester-variables.js';
import { API_VARIABLES, type Variable } from './variables.js';

const HEAD = [
  '# Settings of the API and of the ingester. Copy to .env and load it (node --env-file=.env …), or set them in the',
  '# environment. Lines that are commented out show the defaults.',
].join('\n');

/** The text of `.env.example`: every variable with its meaning and default, required ones without a comment sign. */
export function renderEnvExample(): string {
  const own = Object.entries(INGESTER_VARIABLES).filter(([name]) => !(name in API_VARIABLES));
  return `${[HEAD, '## API, and what both programs read', ...blocks(Object.entries(API_VARIABLES)), '## Ingester', ...blocks(own)].join('\n\n')}\n`;
}

function blocks(variables: readonly [string, Variable<unknown>][]): string[] {
  return variables.map(([name, { help, expected, fallback }]) =>
    [
      `# ${help}`,
      `# Expected: ${expected}.`,
      fallback === undefined ? `${name}=` : `#${name}=${fallback}`,
    ].join('\n'),
  );
}
