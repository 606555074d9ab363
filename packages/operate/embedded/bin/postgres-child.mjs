// The process between a starter and its PostgreSQL server. The server cannot notice that its starter is gone; this
// one does, by the end of the IPC channel, and ends the server. Plain JavaScript outside src/, because it is
// started by path, from the sources and from dist alike.
//
// It speaks with the process that started it over the IPC channel only:
//   in   { type: 'run', file, args, env, home, seesHome, user, logFile }   start the server
//   out  { type: 'started', pid }
//   in   { type: 'stop' }    fast shutdown: transactions are rolled back, clients sent away, data is flushed
// SIGTERM: immediate shutdown, recovered at the next start. It ends with the server's exit code.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, renameSync, statSync } from 'node:fs';

const LOG_BYTES = 20_000_000;
const FAST_WAIT_MS = 3_000;
const IMMEDIATE_WAIT_MS = 2_000;

/** @type {import('node:child_process').ChildProcess | null} */
let server = null;

/** Appends to the log; beyond its size, the log becomes the older one. @param {string} file */
function logTo(file) {
  let size = 0;
  try {
    size = statSync(file).size;
  } catch {}
  return (/** @type {Buffer} */ text) => {
    process.stderr.write(text);
    try {
      if (size > LOG_BYTES) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      appendFileSync(file, text, { mode: 0o600 });
      size += text.length;
    } catch {
      // A full disk must not end the server for its log's sake.
    }
  };
}

function run({ file, args, env, home, seesHome, user, logFile }) {
  const fd = seesHome ? openSync(home, 'r') : null;
  const child = spawn(file, args, {
    cwd: home,
    env,
    // A group of its own: no signal meant for us reaches it by the way.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', fd ?? 'ignore'],
    ...(user ?? {}),
  });
  if (fd !== null) closeSync(fd);
  server = child;
  child.stderr.on('data', logTo(logFile));
  child.once('error', (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
    process.disconnect?.();
  });
  child.once('spawn', () => process.send?.({ type: 'started', pid: child.pid }));
  // The last lines first: "close" comes after them.
  child.once('close', (code) => process.exit(code ?? 1));
}

process.on('message', (/** @type {any} */ message) => {
  if (message.type === 'run') run(message);
  else if (message.type === 'stop') server?.kill('SIGINT');
});
process.on('disconnect', () => {
  if (server === null || server.pid === undefined) process.exit(1);
  server.kill('SIGINT');
  setTimeout(() => server?.kill('SIGQUIT'), FAST_WAIT_MS);
  setTimeout(() => server?.kill('SIGKILL'), FAST_WAIT_MS + IMMEDIATE_WAIT_MS);
});
process.on('SIGTERM', () => server?.kill('SIGQUIT'));
// The starter decides when its server ends, not a key in a terminal.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
// Once the starter is gone, stderr has no reader.
process.stderr.on('error', () => {});
