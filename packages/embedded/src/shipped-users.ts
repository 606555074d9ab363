import {
  ANALYST_GRANTS,
  OWNER_GRANTS,
  queryLimits,
  READER_GRANTS,
  readOnlyProfile,
} from './clickhouse-users.js';
import { type ConfigTree, renderXml } from './xml.js';

/** The machine for which the limits of the shipped file are computed. */
const MEMORY_BYTES = 16_000_000_000;
const CORES = 8;

const HEAD = [
  "The users of Tickscope for a ClickHouse server of your own (users.d). Passwords come from the server's environment.",
  'Rendered by packages/embedded/src/shipped-users.ts, with the rights and limits of the embedded server; tests compare',
  'this file with what the code renders and start a server with it. The limits are for 16 GB and 8 cores: change the',
  'numbers of both the settings and their constraints for another machine.',
];

/**
 * Renders `infra/clickhouse/users.xml`: `writer` for the ingester and migrations, `reader` for the API, `analyst` for
 * people. The two read-only users may tighten their limits, as clients do with every query (`max_execution_time`), but
 * never loosen them.
 */
export function renderShippedUsers(): string {
  const limits = queryLimits(MEMORY_BYTES, CORES);
  const user = (variable: string, profile: string, grants: readonly string[]): ConfigTree => ({
    password: { '@from_env': variable },
    networks: { ip: '::/0' },
    profile,
    quota: 'default',
    grants: { query: grants },
  });
  return renderXml(
    {
      profiles: {
        tickscope_reader: readOnlyProfile(limits.reader),
        tickscope_analyst: readOnlyProfile(limits.analyst),
      },
      users: {
        writer: user('WRITER_PASSWORD', 'default', OWNER_GRANTS),
        reader: user('READER_PASSWORD', 'tickscope_reader', READER_GRANTS),
        analyst: user('ANALYST_PASSWORD', 'tickscope_analyst', ANALYST_GRANTS),
      },
    },
    HEAD,
  );
}
