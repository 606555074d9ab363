import { INGESTER_VARIABLES } from './ingester-variables.js';
import { API_VARIABLES, type Variable } from './variables.js';

const HEAD = `# Settings

Made from the tables that the programs read their settings with (\`packages/core/config\`); a test compares them.
A variable that is set to an empty text counts as not set. A program that finds one wrong does not start, and names all
that are wrong.

| Where | How a setting is made |
|---|---|
| systemd | a line \`NAME=value\` in \`/etc/tickscope/api.env\` or \`ingester.env\`; it prevails over the unit's own \`Environment=\` |
| compose | a line \`NAME=value\` in \`infra/api.env\` or \`infra/ingester.env\`. Those that the file sets itself, because they follow from its network and volumes, prevail |
| \`tickscope up\` | its own environment, which both programs get. Addresses of what it starts itself prevail |
| by hand | \`node --env-file=.env …\`, with [.env.example](../.env.example) copied to \`.env\` |`;

interface Row {
  name: string;
  variable: Variable<unknown>;
}

/** The text of docs/settings.md. */
export function renderSettingsPage(): string {
  const api: readonly Row[] = rowsOf(API_VARIABLES);
  const ingester: readonly Row[] = rowsOf(INGESTER_VARIABLES);
  const isOf = (rows: readonly Row[], { name }: Row): boolean => rows.some((row) => row.name === name);
  const sections: [string, Row[]][] = [
    ['Both programs', api.filter((row) => isOf(ingester, row))],
    ['The API', api.filter((row) => !isOf(ingester, row))],
    ['The ingester', ingester.filter((row) => !isOf(api, row))],
  ];
  return `${[HEAD, ...sections.map(([title, rows]) => `## ${title}\n\n${tableOf(rows)}`)].join('\n\n')}\n`;
}

function rowsOf(variables: Readonly<Record<string, Variable<unknown>>>): Row[] {
  return Object.entries(variables).map(([name, variable]) => ({ name, variable }));
}

function tableOf(rows: readonly Row[]): string {
  return ['| Variable | Default | Expected | What for |', '|---|---|---|---|', ...rows.map(lineOf)].join(
    '\n',
  );
}

function lineOf({ name, variable: { fallback, expected, help } }: Row): string {
  const byDefault = fallback === undefined ? 'required' : fallback === '' ? 'none' : `\`${fallback}\``;
  return `| \`${name}\` | ${byDefault} | ${inCell(expected)} | ${inCell(help)} |`;
}

/** Characters that would end a cell or become markup. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('<', '&lt;');
}
