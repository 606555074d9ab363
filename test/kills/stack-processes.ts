import { readdirSync, readFileSync } from 'node:fs';

/** What `tickscope up` is made of, besides itself. `Postgres backend` is one of the server's own processes. */
export const ROLES = [
  ...(['ClickHouse', 'Postgres', 'Postgres keeper', 'Postgres backend'] as const),
  ...(['API', 'ingester', 'simulator'] as const),
];
export type Role = (typeof ROLES)[number];

interface Process {
  pid: number;
  parent: number;
  command: string;
}

const COMMANDS: Partial<Record<Role, RegExp>> = {
  ClickHouse: /clickhouse-child\.mjs/,
  'Postgres keeper': /postgres-child\.mjs/,
  Postgres: /native\/bin\/postgres .*-D/,
  API: /apps\/api\/dist\/main\.js/,
  ingester: /apps\/ingester\/dist\/main\.js/,
  simulator: /apps\/simulator\/dist\/main\.js/,
};

/** The processes of each role below `rootPid`, by Linux's /proc. */
export function stackProcesses(rootPid: number): Map<Role, number[]> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(name) ?? []);
  const own = withDescendants(all, rootPid);
  const found = new Map<Role, number[]>();
  for (const role of ROLES) {
    const pattern = COMMANDS[role];
    if (pattern !== undefined)
      found.set(
        role,
        own.filter(({ command }) => pattern.test(command)).map(({ pid }) => pid),
      );
  }
  const server = found.get('Postgres')?.[0];
  found.set(
    'Postgres backend',
    own.filter(({ parent }) => parent === server).map(({ pid }) => pid),
  );
  return found;
}

function withDescendants(all: readonly Process[], rootPid: number): Process[] {
  const found: Process[] = [];
  const parents = [rootPid];
  for (const parent of parents)
    for (const process of all)
      if (process.parent === parent) {
        found.push(process);
        parents.push(process.pid);
      }
  return found;
}

/** `null`: it has ended. */
function processOf(name: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: fields are counted behind it.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid: Number(name), parent: Number(parent), command };
  } catch {
    return null;
  }
}
