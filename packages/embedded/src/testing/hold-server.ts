// Run as a program by the tests: starts a server in the folder that is its argument, says so, and stays.
import { startClickHouse } from '../clickhouse.js';

const server = await startClickHouse({ dataDir: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify({ pid: server.pid, url: server.url, owner: server.users.owner })}\n`);
setInterval(() => {}, 60_000);
