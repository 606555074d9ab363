// A program for tests: takes windows many times concurrently, and prints each result. Its argument is JSON: {
// url, calls: Window[][], poolSize }. It begins when it gets a line on its standard input.
import { openAccounts } from '../accounts.js';
import { takeWindows } from '../limits/take-windows.js';
import type { Window } from '../limits/types.js';

const given = JSON.parse(process.argv[2] ?? '{}') as { url: string; calls: Window[][]; poolSize: number };
const accounts = openAccounts(given.url, { poolSize: given.poolSize, connectTimeoutMs: 60_000 });
// Opens all connections before the start.
await Promise.all(Array.from({ length: given.poolSize }, () => accounts.query('SELECT pg_sleep(0.05)')));
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const decisions = await Promise.all(given.calls.map((windows) => takeWindows(accounts, windows)));
  process.stdout.write(`${JSON.stringify(decisions)}\n`);
  await accounts.close();
  process.exit(0);
});
