import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { choosePort } from '@tickscope/embedded';
import { expect, test } from 'vitest';

const SIMULATOR = fileURLToPath(new URL('../../apps/simulator/dist/main.js', import.meta.url));
const WITHIN_MS = 240_000;

/** Starts the simulator, writes its process id, and dies while it still starts. */
const PARENT = `
  const { fork } = require('node:child_process');
  const child = fork(process.argv[1], process.argv.slice(2), { stdio: 'ignore' });
  process.stdout.write(String(child.pid), () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300));
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a program whose parent is killed while it starts ends by itself', async () => {
  const [port, rpcPort] = [await choosePort('gRPC'), await choosePort('RPC')];
  const args = ['--port', `${port}`, '--rpc-port', `${rpcPort}`, '--history', '400', '--start-time', 'now'];
  const { stdout } = spawnSync(process.execPath, ['-e', PARENT, SIMULATOR, ...args], { encoding: 'utf8' });
  const pid = Number(stdout);
  expect(pid).toBeGreaterThan(0);
  const deadline = Date.now() + WITHIN_MS;
  while (isRunning(pid) && Date.now() < deadline) await sleep(100);
  const isLeft = isRunning(pid);
  if (isLeft) process.kill(pid, 'SIGKILL');
  expect(isLeft).toBe(false);
}, 300_000);
