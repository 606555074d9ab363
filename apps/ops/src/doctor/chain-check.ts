import { formatCount } from '@tickscope/command-line';
import { column, defineFileQuery, type ReadConnection, runQuery } from '@tickscope/store';
import { type Check, note, ok } from './check.js';

const CHAIN_STATE = defineFileQuery(import.meta.url, './chain-state.sql', {
  row: {
    model: column.nullable(column.text),
    alpenglowFrom: column.integer,
    votes: column.nullable(column.integer),
  },
});

/** Which consensus the stored chain runs, and what that means for ticks and votes. */
export async function checkChain(read: ReadConnection): Promise<Check> {
  const [row] = await runQuery(read, CHAIN_STATE, {}, { timeoutMs: 30_000 });
  if (row === undefined || row.model === null || row.model === '')
    return note('chain', 'its consensus is not known: no block is stored with its entries');
  const votes = formatCount(row.votes ?? 0);
  return row.model === 'alpenglow'
    ? ok(
        'chain',
        `Alpenglow since slot ${row.alpenglowFrom}: one tick a block, offsets are multiples of 64, no votes in blocks (${votes} in the newest 1,000 slots)`,
      )
    : ok('chain', `64 ticks a slot, ${votes} votes in the newest 1,000 slots`);
}
