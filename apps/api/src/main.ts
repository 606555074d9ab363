import { ConfigError, readApiConfig } from '@tickscope/config';
import { startApi } from './server.js';

/** The API as a program: settings from the environment; SIGTERM and SIGINT end it, with exit code 0; SIGHUP renews its certificate. */
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
  // As daemons do. Without a certificate a hang-up ends the process, as it always has.
  if (api.renewCertificate !== null) process.on('SIGHUP', api.renewCertificate);
  // Started by `tickscope up`: when that dies, so does its database.
  process.once('disconnect', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`tickscope-api: ${startFailure(error)}\n`);
  process.exit(1);
});

/** What a person can mend is a sentence; anything else shows where it came from. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, address, port, stack } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `${address}:${port} is taken: set API_PORT to another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'API_HOST is no address of this machine: set it to one, or remove it for 127.0.0.1.';
  return stack ?? String(error);
}
