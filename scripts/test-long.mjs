// Runs the long tests (test/long), which are not part of `npm test`. Ends with `N passed, N failed`. Names as arguments
// pick files: `npm run test:long -- kills`. It always ends after two hours.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST_MS = 2 * 3_600_000;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const reports = mkdtempSync(join(tmpdir(), 'tickscope-test-'));
const report = join(reports, 'long.json');
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  [
    ...['run', '--mode', 'long', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', timeout: MOST_MS, killSignal: 'SIGTERM' },
);
const { passed, failed } = countTests();
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** A run that failed without a failed test (a file that did not load, the time was over) is one failure. */
function countTests() {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests === 0 && status !== 0 ? 1 : numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
