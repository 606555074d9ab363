// The newest sandwiches.
//   node sandwiches.mjs [how many] [SOL that the victims lost at least]
import { createTickscope } from '@tickscope/sdk';

const [count = '20', minLoss] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

// The next page is requested when this one has been used.
let seen = 0;
for await (const { id, pool, attackers, loss, victims } of client.rows.listSandwiches(
  minLoss === undefined ? { limit: 100 } : { limit: 100, min_loss_sol: minLoss },
)) {
  // Without a side in SOL the loss has no value in SOL.
  const tokens = loss === null ? 'unknown' : `${loss.ui_amount ?? `${loss.amount} units`} of ${loss.mint}`;
  const lost = loss?.sol == null ? tokens : `${loss.sol} SOL`;
  // Computed from the frontrun's own rate, or without a loss that is not known, it is a lower bound.
  const isLeast = victims.some((victim) => victim.loss === null || victim.loss_method === 'front_rate');
  const least = loss !== null && isLeast ? 'at least ' : '';
  process.stdout.write(`${id} in ${pool.pool_address} by ${attackers[0]}, lost ${least}${lost}\n`);
  seen += 1;
  if (seen === Number(count)) break;
}
