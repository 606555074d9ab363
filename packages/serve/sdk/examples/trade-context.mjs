// Who touched an account just before and just after a transaction?
//   node trade-context.mjs <signature> <account> [slots either side]
import { createTickscope } from '@tickscope/sdk';

const [signature = '', account = '', slots = '4'] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

// Rows come page by page, as they are needed.
for await (const row of client.rows.analyzeTrade({
  signature,
  account_id: account,
  slot_range: Number(slots),
  limit: 100,
})) {
  // The block of a node has no ticks: then it is the end of its slot.
  const offset = row.is_original
    ? 'the transaction itself'
    : `${row.poh_tick_exact ? '' : '~'}${row.poh_tick_offset} ticks`;
  const access = row.matched_in_written ? 'writes' : 'reads';
  process.stdout.write(`${row.slot}.${row.block_index} ${row.signature} ${access} (${offset})\n`);
}
