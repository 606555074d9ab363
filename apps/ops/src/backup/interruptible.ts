import { AccountsBackupError, AccountsUnavailableError } from '@tickscope/accounts';
import { CliError } from '@tickscope/command-line';
import { BackupError } from '@tickscope/store';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs work that a signal cancels in order; a second signal ends the process at once. Errors that an operator can fix
 * become messages for the terminal.
 *
 * @param interrupted what to say after a signal
 */
export async function interruptible<T>(
  interrupted: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new CliError(interrupted));
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    const isExpected = [BackupError, AccountsBackupError, AccountsUnavailableError].some(
      (type) => error instanceof type,
    );
    throw isExpected ? new CliError((error as Error).message) : error;
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
