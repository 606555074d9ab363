// Sandwiches as they are found, revised and retracted.
//   node live-feed.mjs [how many] [last event id]
import { createTickscope } from '@tickscope/sdk';

const [count = '10', lastEventId] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

// Ctrl-C leaves the loop; a connection that breaks does not.
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());

const feed = client.stream({ lastEventId, signal: stopped.signal });
let seen = 0;
try {
  for await (const { event, data } of feed) {
    if (event === 'gap') process.stdout.write(`not replayed: ${data.from} to ${data.to}\n`);
    if (event !== 'sandwich') continue;
    const { ui_amount, amount, mint } = data.gain;
    const gained = `${data.confidence}, gained ${ui_amount ?? `${amount} units`} of ${mint} before fees`;
    process.stdout.write(`${data.id}#${data.revision} ${data.retracted ? 'retracted' : gained}\n`);
    seen += 1;
    if (seen === Number(count)) break;
  }
} catch (error) {
  if (!stopped.signal.aborted) throw error;
}
// With it the next run begins where this one ended.
process.stdout.write(`last event: ${feed.lastEventId}\n`);
