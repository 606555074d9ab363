// A program started by the tests: starts a server in the folder given as argument, prints its data, and keeps running.
import { postgresUrl, startPostgres } from '../postgres.js';

const server = await startPostgres({ dataDir: process.argv[2] ?? '' });
const { pid, url, users } = server;
process.stdout.write(
  `${JSON.stringify({ pid, url: postgresUrl(url, users.owner), uid: process.getuid?.() })}\n`,
);
setInterval(() => {}, 60_000);
