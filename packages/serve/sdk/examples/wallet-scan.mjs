// Which trades of a wallet were sandwiched?
//   node wallet-scan.mjs <wallet> [days]
import { createTickscope, JobFailedError } from '@tickscope/sdk';

const [wallet = '', days = '1'] = process.argv.slice(2);
const client = createTickscope({
  baseUrl: process.env['TICKSCOPE_API_URL'] ?? 'http://127.0.0.1:8787/api',
  token: process.env['TICKSCOPE_API_KEY'],
});

try {
  // Submits a job and waits for its result. `client.checkWallet` only submits.
  const scan = await client.jobs.checkWallet(
    { wallet_address: wallet, time_range_days: Number(days) },
    {
      onProgress: ({ state, progress }) => process.stderr.write(`${state} ${progress} %\n`),
      timeoutMs: 180_000,
    },
  );
  for (const { signature, incidents, sandwich_detected } of scan.trades) {
    if (!sandwich_detected) continue;
    const legs = incidents.filter(({ success }) => success);
    const attackers = new Set(legs.map(({ attacker_signer }) => attacker_signer));
    process.stdout.write(`${signature} by ${[...attackers].join(', ')}\n`);
  }
  // `unknown` is not "no": slots around these trades are not stored whole, or not analysed yet.
  const unknown = scan.trades.filter(({ verdict }) => verdict === 'unknown').length;
  const { total_sandwich_attacks, total_dex_trades } = scan.summary;
  const rest = unknown === 0 ? '' : `, of ${unknown} it is not known`;
  process.stdout.write(`sandwiched: ${total_sandwich_attacks} of ${total_dex_trades} trades${rest}\n`);
  // The days end at the newest stored block, and less of them may be stored.
  if (scan.coverage === null) process.stdout.write('no block is stored\n');
  else if (!scan.coverage.is_start_stored)
    process.stdout.write(`nothing older than slot ${scan.coverage.from_slot} is stored\n`);
} catch (error) {
  if (!(error instanceof JobFailedError)) throw error;
  process.stdout.write(`no result: ${error.error}\n`);
  process.exitCode = 1;
}
