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
    const attackers = new Set(incidents.map(({ attacker_signer }) => attacker_signer));
    process.stdout.write(`${signature} by ${[...attackers].join(', ')}\n`);
  }
  const unknown = scan.trades.filter(({ verdict }) => verdict === 'unknown').length;
  if (unknown > 0) process.stderr.write(`not known yet of ${unknown} trades\n`);
  const { total_sandwich_attacks, total_dex_trades } = scan.summary;
  process.stdout.write(`${total_sandwich_attacks} of ${total_dex_trades} trades\n`);
} catch (error) {
  if (!(error instanceof JobFailedError)) throw error;
  process.stdout.write(`no result: ${error.error}\n`);
  process.exitCode = 1;
}
