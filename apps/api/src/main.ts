import { ConfigError, readApiConfig } from '@tickscope/config';
import { startApi } from './server.js';

/** The API as a program: settings from the environment; SIGTERM and SIGINT end it, with exit code 0. */
async function main(): Promise<void> {
  const api = await startApi(readApiConfig());
  const stop = () => {
    // The process ends when nothing is left to do; whatever hangs on must not keep it.
    api.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`tickscope-api: did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Started by `tickscope up`: when that dies, so does its database.
  process.once('disconnect', stop);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : (error as Error).stack;
  process.stderr.write(`tickscope-api: ${text}\n`);
  process.exit(1);
});
