// Health check of a program in its container: asks it over HTTP. Docker marks a container that does not answer, and does
// nothing about it; so after three misses in a row this ends the program, and `restart: always` starts it again. A program
// that never answered yet is still starting.
// usage: node healthcheck.mjs URL [FOLDER [PID]]
//   FOLDER keeps the count; it is empty after a restart. PID is the process whose children are ended: the container's init.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [url, folder = '/tmp', init = '1'] = process.argv.slice(2);
const MOST_MISSES = 3;
const ANSWER_WITHIN_MS = 4_000;
const file = join(folder, 'missed-health-checks');

const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null);
if (answer?.ok === true) {
  writeFileSync(file, '0');
  process.exit(0);
}
const misses = missesBefore() + 1;
if (misses > 0) writeFileSync(file, String(misses));
if (misses >= MOST_MISSES)
  for (const pid of readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').trim().split(' '))
    process.kill(Number(pid), 'SIGKILL');
process.exit(1);

/** Below every count where it never answered. */
function missesBefore() {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
