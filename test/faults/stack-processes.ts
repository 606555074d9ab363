import { processTree } from '@tickscope/testkit/processes';

/** Parts of `tickscope up`, besides itself. `Postgres backend` is one of the server's own processes. */
export const ROLES = [
  ...(['ClickHouse', 'Postgres', 'Postgres keeper', 'Postgres backend'] as const),
  ...(['API', 'ingester', 'simulator'] as const),
];
export type Role = (typeof ROLES)[number];

const COMMANDS: Record<Exclude<Role, 'Postgres backend'>, RegExp> = {
  ClickHouse: /clickhouse-child\.mjs/,
  'Postgres keeper': /postgres-child\.mjs/,
  Postgres: /native\/bin\/postgres .*-D/,
  API: /apps\/api\/dist\/main\.js/,
  ingester: /apps\/ingester\/dist\/main\.js/,
  simulator: /apps\/simulator\/dist\/main\.js/,
};

/** The processes of each role below `rootPid`. */
export function stackProcesses(rootPid: number): Record<Role, number[]> {
  const own = processTree(rootPid);
  const named = Object.fromEntries(
    Object.entries(COMMANDS).map(([role, pattern]) => [
      role,
      own.filter(({ command }) => pattern.test(command)).map(({ pid }) => pid),
    ]),
  ) as Record<keyof typeof COMMANDS, number[]>;
  const backends = own.filter(({ parent }) => parent === named.Postgres[0]);
  return { ...named, 'Postgres backend': backends.map(({ pid }) => pid) };
}

/** Signals processes; one that has ended meanwhile, or was replaced because it hung, is left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}
