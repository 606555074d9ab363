import type { Logger } from 'pino';
import type { Status } from './status.js';

const TERMINAL_EVERY_MS = 1_000;
const LOG_EVERY_MS = 30_000;

/** Keeps a status line on a terminal, or logs it periodically. Returns a function that ends it. */
export function showStatus(status: Status, log: Logger): () => void {
  const timer = process.stderr.isTTY
    ? setInterval(() => process.stderr.write(`\r\x1b[K${status.line()}`), TERMINAL_EVERY_MS)
    : setInterval(() => log.info(status.line()), LOG_EVERY_MS);
  return () => clearInterval(timer);
}
