import { column, defineQuery, type ReadConnection, runQuery, sqlFile } from '@tickscope/store';
import { formatCount } from '../table.js';

const CHAIN_STATE = defineQuery({
  name: 'chain-state',
  sql: sqlFile(import.meta.url, './chain-state.sql'),
  params: {},
  row: {
    model: column.nullable(column.text),
    alpenglowFrom: column.integer,
    votes: column.nullable(column.integer),
  },
});

/** Which consensus the stored chain runs, and what that means for ticks and votes. */
export async function checkChain(read: ReadConnection): Promise<{ state: 'ok' | 'note'; detail: string }> {
  const [row] = await runQuery(read, CHAIN_STATE, {}, { timeoutMs: 30_000 });
  if (row === undefined || row.model === null || row.model === '')
    return { state: 'note', detail: 'its consensus is not known: no block is stored with its entries' };
  const votes = formatCount(row.votes ?? 0);
  return row.model === 'alpenglow'
    ? {
        state: 'ok',
        detail: `Alpenglow since slot ${row.alpenglowFrom}: one tick a block, offsets are multiples of 64, no votes in blocks (${votes} in the newest 1,000 slots)`,
      }
    : { state: 'ok', detail: `64 ticks a slot, ${votes} votes in the newest 1,000 slots` };
}
