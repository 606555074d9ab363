import { type Ended, OWN_SETTINGS } from '@tickscope/cli/testing/run-program';
import { exitCodeOf, failureText } from '@tickscope/command-line';
import { Command } from 'commander';
import { backupCommand } from '../commands/backup.js';
import { compareLabelsCommand } from '../commands/compare-labels.js';
import { migrateCommand } from '../commands/migrate.js';
import { restoreCommand } from '../commands/restore.js';
import { verifyCommand } from '../commands/verify.js';

type Write = typeof process.stdout.write;

/**
 * Runs a command in this process: starting the program takes seconds, what it does here far less. One at a time, for
 * the environment and the output are those of the process.
 */
export async function runInProcess(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const program = new Command('tickscope')
    .addCommand(backupCommand())
    .addCommand(compareLabelsCommand())
    .addCommand(migrateCommand())
    .addCommand(restoreCommand())
    .addCommand(verifyCommand());
  const kept = { env: process.env, exitCode: process.exitCode };
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.env = { ...process.env, ...Object.fromEntries(OWN_SETTINGS.map((name) => [name, ''])), ...env };
  process.exitCode = 0;
  let code: number;
  try {
    await program.parseAsync([...args], { from: 'user' });
    code = Number(process.exitCode);
  } catch (error) {
    process.stderr.write(failureText(error));
    code = exitCodeOf(error);
  } finally {
    process.env = kept.env;
    process.exitCode = kept.exitCode;
    stdout.end();
    stderr.end();
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Keeps what is written to a stream until `end`. */
function captured(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const { write } = stream;
  const chunks: string[] = [];
  stream.write = ((chunk: string | Uint8Array) => {
    chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    return true;
  }) as Write;
  return {
    text: () => chunks.join(''),
    end() {
      stream.write = write;
    },
  };
}
