import { join } from 'node:path';
import { column, defineFileQuery, endless, type ReadConnection, retry, runQuery } from '@tickscope/store';

const STORED_HEAD = defineFileQuery(import.meta.url, './stored-head.sql', {
  row: {
    slot: column.integer,
    blockhash: column.blockhash,
    blockHeight: column.nullable(column.integer),
    blockTime: column.nullable(column.integer),
  },
});
/** Below the data folder: what its simulator keeps of its chain. */
export const SIMULATOR_FOLDER = 'simulator';
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
    ...['--state', join(dataDir, SIMULATOR_FOLDER)],
    ...(head === null ? [] : ['--stored-head', head]),
    // The operator's own, of which the last holds.
    ...(process.env['SIMULATOR_ARGS'] ?? '').split(' ').filter(Boolean),
  ];
}

/** The value of `--stored-head`; null if nothing is stored, or the signal came. */
async function storedHead(read: ReadConnection, signal: AbortSignal): Promise<string | null> {
  // ClickHouse may be restarted meanwhile. Only the signal ends the retries.
  const [head] = await retry(() => runQuery(read, STORED_HEAD, {}, { timeoutMs: TIMEOUT_MS, signal }), {
    waitsMs: endless([RETRY_MS]),
    signal,
  }).catch(() => []);
  if (head === undefined) return null;
  return [head.slot, head.blockhash, head.blockHeight ?? '', head.blockTime ?? ''].join(',');
}
