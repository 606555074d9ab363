import { readFileSync } from 'node:fs';
import { startApi } from '@tickscope/api';
import { readApiConfig } from '@tickscope/config';

/** The API as a program whose webhooks may send to this machine, to receivers with these certificates. */
const api = await startApi(readApiConfig(), {
  webhooks: {
    isAllowed: () => true,
    isAllowedPort: () => true,
    ca: readFileSync(process.env['RECEIVERS_CA']!, 'utf8'),
  },
});
const stop = (): void => {
  api.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
process.once('disconnect', stop);
