import { createServer } from 'node:net';
import { EmbeddedError } from './errors.js';

export const LOOPBACK = '127.0.0.1';

/**
 * Returns the given port if it is free, or any free port if none is given. Another program may take it before the
 * server listens; the caller then retries.
 * @param what names the port in the error, for example "ClickHouse HTTP"
 * @throws EmbeddedError `port_taken`
 */
export async function choosePort(what: string, wanted?: number): Promise<number> {
  if (wanted !== undefined && (!Number.isInteger(wanted) || wanted < 1 || wanted > 65_535))
    throw new EmbeddedError('port_taken', `${wanted} is not a port: the ${what} port must be 1 to 65535.`);
  try {
    return await listenOnce(wanted ?? 0);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    const why = reason === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${reason})`;
    throw new EmbeddedError(
      'port_taken',
      `Port ${wanted ?? '(any)'} on ${LOOPBACK} ${why}. Give another ${what} port, or none for any free one.`,
      { cause },
    );
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('the server listens, but has no port'));
      });
    });
  });
}
