// Runs the long tests (mode `long` of vitest.config.ts), which are not part of `npm test`: all of them, or those whose
// file names have one of the arguments in them: `npm run test:long -- kills chaos`. Prints how many minutes each file took,
// and ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printMinutes, printTotal, readReport, totalOf } from './test-report.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const reports = mkdtempSync(join(tmpdir(), 'tickscope-test-'));
const names = process.argv.slice(2);

const path = join(reports, 'long.json');
const { status } = spawnSync(
  vitest,
  [
    ...['run', '--mode', 'long', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
    ...names,
  ],
  { cwd: root, stdio: 'inherit' },
);
const files = readReport({ root, name: 'long', path, status });
rmSync(reports, { recursive: true, force: true });

const longestFirst = files.toSorted((left, right) => right.ms - left.ms);
printMinutes(longestFirst.map(({ name, ms, failed }) => [failed === 0 ? name : `${name}, FAILED`, ms]));
const total = totalOf(files);
printTotal(total);
process.exit(total.failed === 0 ? 0 : 1);
