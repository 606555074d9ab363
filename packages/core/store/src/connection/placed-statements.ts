import { isFirstAlone, placementOf, shardDatabase } from './placement.js';

/** A statement and where it runs. */
export interface PlacedStatement {
  /** 0: the first server. */
  server: number;
  /** In which of the two databases: that of the reads, or that with the shard's rows. */
  database: string;
  statement: string;
}

const VIEW = /^CREATE OR REPLACE VIEW (\w+)/;
const FILLING_VIEW = /^CREATE MATERIALIZED VIEW (?:IF NOT EXISTS )?(\w+)/;
const DETACHED = /^(?:DETACH TABLE IF EXISTS|ATTACH TABLE IF NOT EXISTS) (\w+)/;
const TABLE =
  /^(CREATE TABLE(?: IF NOT EXISTS)?|ALTER TABLE|DROP TABLE(?: IF EXISTS)?|TRUNCATE TABLE|OPTIMIZE TABLE|INSERT INTO) (\w+)/;
/** Changes of a table that its readers on other servers do not see. */
const INVISIBLE =
  /^(TRUNCATE|OPTIMIZE|INSERT)|^ALTER TABLE \w+\s+(MODIFY (SETTING|TTL)|MATERIALIZE|ADD INDEX)/;

/** The store has several servers, and what was asked for runs on one only. The message is for the operator. */
export class OneServerOnlyError extends Error {
  override readonly name = 'OneServerOnlyError';
  readonly code = 'one_server_only';
  constructor(statement: string) {
    super(
      `this does not run on a store of several servers yet (docs/scaling.md); refused: ${statement.slice(0, 80)}`,
    );
  }
}

/** @throws OneServerOnlyError for a statement beside the tables that is more than the creation of the database */
export function mustCreateDatabase(statement: string): void {
  if (!statement.startsWith('CREATE DATABASE IF NOT EXISTS ')) throw new OneServerOnlyError(statement);
}

/**
 * A statement of DDL, written for one server, as several servers run it: in this order, one after the other. Where a
 * server does not have a table itself, it has a `Distributed` table in its place, made again when the table changes.
 * The first server is last where all do the same: what it has, all have.
 *
 * @throws OneServerOnlyError for a statement that is not known how to run on several servers
 */
export function placedStatements(
  statement: string,
  database: string,
  serverCount: number,
): PlacedStatement[] {
  const servers = Array.from({ length: serverCount }, (_, index) => serverCount - 1 - index);
  const onAll = (text: string, where = database): PlacedStatement[] =>
    servers.map((server) => ({ server, database: where, statement: text }));
  const onFirst: PlacedStatement[] = [{ server: 0, database, statement }];
  const code = statement.replace(/^(\s*--.*\n|\s)*/, '');
  if (VIEW.test(code)) return onAll(statement);
  if (FILLING_VIEW.test(code)) return onFirst;
  if (isFirstAlone(DETACHED.exec(code)?.[1] ?? '')) return onFirst;
  const [, verb, table] = TABLE.exec(code) ?? [];
  if (verb === undefined || table === undefined) throw new OneServerOnlyError(code);
  if (isFirstAlone(table)) return onFirst;

  const placement = placementOf(table);
  const seen = !INVISIBLE.test(code);
  const isDrop = verb.startsWith('DROP');
  const drop = `DROP TABLE IF EXISTS ${table} SYNC`;
  if (placement.on === 'every') return onAll(statement);
  if (placement.on === 'first') {
    const remote = `CREATE OR REPLACE TABLE ${table} ENGINE = Distributed('${FIRST_CLUSTER}', '${database}', '${table}')`;
    const stand = onAll(isDrop ? drop : remote).filter(({ server }) => server !== 0);
    return seen ? [...onFirst, ...stand] : onFirst;
  }
  const local = shardDatabase(database);
  const all = `CREATE OR REPLACE TABLE ${table} AS ${local}.${table}
    ENGINE = Distributed('${CLUSTER}', '${local}', '${table}', ${placement.key.expression})`;
  return [...onAll(statement, local), ...(seen ? onAll(isDrop ? drop : all) : [])];
}

/** The names that the servers' configuration gives to all shards in their order, and to the first alone. */
export const CLUSTER = 'tickscope';
export const FIRST_CLUSTER = 'tickscope_first';
