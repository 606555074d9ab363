import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { column, defineQuery, type ReadConnection, runQuery, sqlFile } from '@tickscope/store';

const STORED_HEAD = defineQuery({
  name: 'stored-head',
  sql: sqlFile(import.meta.url, './stored-head.sql'),
  params: {},
  row: {
    slot: column.integer,
    blockhash: column.blockhash,
    blockHeight: column.nullable(column.integer),
    blockTime: column.nullable(column.integer),
  },
});
const TIMEOUT_MS = 5_000;
const RETRY_MS = 250;

/**
 * The arguments of the demo's simulator. It continues the chain that it served before, also after a kill, else
 * from the newest stored block. Called before each start; waits for ClickHouse, which knows where to continue.
 */
export async function simulatorArgs(
  { dataDir, read, port, rpcPort }: { dataDir: string; read: ReadConnection; port: number; rpcPort: number },
  signal: AbortSignal,
): Promise<string[]> {
  const head = await storedHead(read, signal);
  return [
    ...['--port', String(port), '--rpc-port', String(rpcPort)],
    ...['--start-time', 'now', '--history', '40'],
    ...['--state', join(dataDir, 'simulator')],
    ...(head === null ? [] : ['--stored-head', head]),
  ];
}

/** The value of `--stored-head`; `null`: nothing is stored. */
async function storedHead(read: ReadConnection, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    try {
      const [head] = await runQuery(read, STORED_HEAD, {}, { timeoutMs: TIMEOUT_MS, signal });
      if (head === undefined) return null;
      return [head.slot, head.blockhash, head.blockHeight ?? '', head.blockTime ?? ''].join(',');
    } catch {
      // ClickHouse is being restarted.
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
  return null;
}
