import { setFlagsFromString } from 'node:v8';
import { ConfigError, describeIngesterConfig, readIngesterConfig, tracingConfig } from '@tickscope/config';
import { createLogger } from '@tickscope/log';
import { LabelsSource } from '@tickscope/pipeline';
import { startTracing } from '@tickscope/tracing';
import { startIngesterService } from './service.js';
import { showStatus } from './show-status.js';

// Bounds how far the heap grows between collections: without it, it takes too much memory after an outage. NODE_OPTIONS
// does not accept this flag.
setFlagsFromString('--heap-growing-percent=50');

const config = readConfigOrExit();
const log = createLogger({ name: 'ingester', level: config.LOG_LEVEL, pretty: config.LOG_PRETTY });
log.info({ config: describeIngesterConfig(config) }, 'starting');
const tracing = await startTracing({
  ...{ service: 'tickscope-ingester', ...tracingConfig(config) },
  onError: (message) => log.warn({ err: message }, 'failed to export traces'),
});
try {
  const labels = new LabelsSource(config.LABELS_FILE);
  // Runs before anything is started, so that an invalid file is reported at once.
  await labels.read();
  const service = await startIngesterService(config, { labels, log });
  // `tickscope up` is the parent process.
  process.send?.('listening');
  // When it dies, so does the database that it started.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(130);
      isStopping = true;
      log.info({ signal }, 'stopping: writing what was received');
      service.stop();
    });
  // It may have died during the start. Without such a parent this is undefined.
  if (process.connected === false) process.kill(process.pid, 'SIGTERM');
  const endStatus = showStatus(service.status, log);
  await service.done.finally(endStatus).finally(() => tracing.stop());
} catch (error) {
  log.fatal({ err: error }, 'failed');
  process.exitCode = 1;
}
// The native gRPC client keeps threads alive after all work is done.
process.exit();

function readConfigOrExit(): ReturnType<typeof readIngesterConfig> {
  try {
    return readIngesterConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Invalid environment variables (.env.example explains each):\n${error.message}\n`);
    process.exit(1);
  }
}
