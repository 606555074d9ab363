import { type ChildProcess, execFile } from 'node:child_process';
import { programArguments } from '@tickscope/testkit/program-arguments';

const MAIN = new URL('../main.ts', import.meta.url);
/** Variables that would select another stack, or other settings, than the test's. */
export const OWN_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'PLANS_FILE',
  'EXPLORER_PLAN',
  'DISK_BUDGET_BYTES',
];

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs the program as a user would, in a process of its own.
 *
 * @param onStart gets the process, to signal it
 */
export function runProgram(
  args: readonly string[],
  env: Record<string, string>,
  onStart: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.includes(name));
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...programArguments(MAIN), ...args],
      { env: { ...Object.fromEntries(inherited), ...env }, timeout: 120_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
    onStart(child);
  });
}
