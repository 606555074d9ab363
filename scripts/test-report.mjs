// Reads vitest's JSON report of a run, for the scripts that run tests: counts, failures, and how long files took.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A file that failed without a failed test (a hook, one that did not load) is one failure, and so is a run that failed
 * without a failed file (it was ended).
 *
 * @typedef {{ name: string, ms: number, passed: number, failed: number, skipped: number, failures: string[] }} FileResult
 * @param {{ root: string, name: string, path: string, status: number | null }} run `path`: of the report; `status`: of
 *   vitest's process
 * @returns {FileResult[]}
 */
export function readReport({ root, name, path, status }) {
  const whole = (why) => ({ name, ms: 0, passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${why}`] });
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [whole('no report')];
  }
  const files = report.testResults.map((file) => {
    const fileName = relative(root, file.name);
    const count = (...states) => file.assertionResults.filter((test) => states.includes(test.status)).length;
    const failures = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name}: ${fileName}: ${test.fullName}\n${excerpt(test.failureMessages.join('\n'))}`);
    if (failures.length === 0 && file.status === 'failed')
      failures.push(`${name}: ${fileName}\n${excerpt(file.message)}`);
    return {
      ...{ name: fileName, ms: file.endTime - file.startTime, passed: count('passed') },
      ...{ failed: failures.length, skipped: count('pending', 'skipped', 'todo'), failures },
    };
  });
  if (status !== 0 && files.every(({ failed }) => failed === 0)) files.push(whole(`ended with ${status}`));
  return files;
}

/** @param {FileResult[]} files */
export function totalOf(files) {
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: files.flatMap(({ failures }) => failures),
  };
}

/** The first lines of an error, which is all that a reader of the last lines of a run gets to see. */
function excerpt(message) {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n');
}

/** @param {[name: string, ms: number][]} steps */
export function printMinutes(steps) {
  process.stdout.write('\nMinutes:\n');
  for (const [name, ms] of steps) process.stdout.write(`${(ms / 60_000).toFixed(1).padStart(7)}  ${name}\n`);
}

/** Failures are named again at the end: the output of a run is thousands of lines, and its reader starts at the last ones. */
export function printTotal({ passed, failed, skipped, failures }) {
  for (const failure of failures) process.stdout.write(`\nFAILED ${failure}`);
  process.stdout.write(
    `\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`,
  );
}
