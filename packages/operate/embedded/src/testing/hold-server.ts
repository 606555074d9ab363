// A program started by the tests: starts a server in the folder given as argument, prints its data, and keeps running.
import { startClickHouse } from '../clickhouse.js';

const server = await startClickHouse({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ pid: server.pid, url: server.url, owner: server.users.owner })}\n`);
setInterval(() => {}, 60_000);
