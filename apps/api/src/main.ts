import cluster from 'node:cluster';
import { type ApiConfig, ConfigError, readApiConfig } from '@tickscope/config';
import { createLogger, type Logger } from '@tickscope/log';
import { startTracing } from '@tickscope/tracing';
import { groupMember } from './processes/group-member.js';
import { ProcessStartError, startProcesses } from './processes/start-processes.js';
import { startApi } from './server.js';

/**
 * The API as a program. Settings come from the environment. SIGTERM and SIGINT stop it with exit code 0; SIGHUP
 * renews its certificate.
 */
async function main(): Promise<void> {
  const config = readApiConfig();
  const log = createLogger({ name: 'api', ...config.log });
  const isStarter = config.processes > 1 && cluster.isPrimary;
  const api = isStarter ? await startProcesses(config, log) : await startProcess(config, log);
  const stop = () => {
    // Exits explicitly when the stop is complete, because open handles would keep the process alive.
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
  // Follows the daemon convention. Without a certificate, SIGHUP ends the process as usual.
  if (api.renewCertificate !== null) process.on('SIGHUP', api.renewCertificate);
  // For `tickscope up`, because an answer at the port may come from another program; and for `startProcesses`.
  process.send?.('listening');
  // When the parent process dies, so does the database.
  process.once('disconnect', stop);
  // It may have died during the start. Without such a parent this is undefined.
  if (process.connected === false) stop();
}

interface Running {
  renewCertificate: (() => void) | null;
  stop(): Promise<void>;
}

async function startProcess(config: ApiConfig, log: Logger): Promise<Running> {
  const tracing = await startTracing({
    ...{ service: 'tickscope-api', ...config.tracing },
    onError: (message) => log.warn({ err: message }, 'failed to export traces'),
  });
  const { renewCertificate, stop } = await startApi(config, { log, member: groupMember() });
  return { renewCertificate, stop: () => stop().then(() => tracing.stop()) };
}

main().catch((error: unknown) => {
  // The process that could not be started has said why.
  if (!(error instanceof ProcessStartError)) process.stderr.write(`tickscope-api: ${startFailure(error)}\n`);
  process.exit(1);
});

/** Returns only the message for what the operator can fix; anything else with its stack. */
function startFailure(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, address, port, stack } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `${address}:${port} is taken: set API_PORT to another port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'API_HOST is no address of this machine: set it to one, or remove it for 127.0.0.1.';
  return stack ?? String(error);
}
