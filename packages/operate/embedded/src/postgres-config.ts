import { LOOPBACK } from './ports.js';

/** The one database of the embedded server. */
export const POSTGRES_DATABASE = 'tickscope';

/** `owner` creates the tables. The API logs in as `app`, which has only the rights granted by the owner. */
export const POSTGRES_USERS = ['owner', 'app'] as const;
export type PostgresUser = (typeof POSTGRES_USERS)[number];

/** The server's settings: durable, loopback only, small, and without unneeded helper processes. */
export function renderPostgresConfig(port: number): string {
  const settings: Readonly<Record<string, string | number>> = {
    listen_addresses: LOOPBACK,
    port,
    unix_socket_directories: '',
    max_connections: 100,
    superuser_reserved_connections: 0,
    reserved_connections: 0,
    password_encryption: 'scram-sha-256',
    ssl: 'off',
    authentication_timeout: '10s',
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
    // A client that disappears in the middle of a transaction must not keep its locks.
    idle_in_transaction_session_timeout: '60s',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_parallel_workers_per_gather: 0,
    autovacuum_max_workers: 1,
    autovacuum_worker_slots: 2,
    autovacuum_naptime: '30s',
    io_method: 'sync',
    jit: 'off',
    // Replication is not used.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,

    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] %u ',
    log_statement: 'none',
    // Statements may contain user data, so only the error is logged.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  return `${Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'`)
    .join('\n')}\n`;
}

/** Lists the allowed logins: the two users, with a password, from loopback, to their database. The superuser is not one. */
export function renderHostAccess(): string {
  return `${POSTGRES_USERS.map(
    (user) => `host "${POSTGRES_DATABASE}" "${user}" ${LOOPBACK}/32 scram-sha-256`,
  ).join('\n')}\nlocal all all reject\nhost all all all reject\n`;
}

/** Run once on an empty cluster, in single-user mode, where statements end with an empty line. */
export function createStatements(): string {
  return [
    ...POSTGRES_USERS.map(
      (user) => `CREATE ROLE ${user} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION`,
    ),
    // Error details would contain the values of the affected row.
    ...POSTGRES_USERS.map((user) => `ALTER ROLE ${user} SET log_error_verbosity = 'terse'`),
    `CREATE DATABASE ${POSTGRES_DATABASE} OWNER owner`,
    `REVOKE ALL ON DATABASE ${POSTGRES_DATABASE} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${POSTGRES_DATABASE} TO app`,
  ]
    .map((statement) => `${statement};\n\n`)
    .join('');
}

/** Sets the users' passwords, given as verifiers (scram.ts). */
export function passwordStatements(verifiers: Readonly<Record<PostgresUser, string>>): string {
  return POSTGRES_USERS.map((user) => `ALTER ROLE ${user} PASSWORD '${verifiers[user]}';\n\n`).join('');
}
