import { once } from 'node:events';
import { connect } from 'node:net';

/** Asks a server over HTTP. Any answer counts, because one that refuses does not hang. */
export async function askHttp(url: string, signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, { signal });
  await answer.body?.cancel();
}

/** "Do you speak TLS?": a length of 8 and the code 80877103. Answered before any login, also beyond the limit of connections. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Asks Postgres what every client may ask first. */
export async function askPostgres(port: number, signal: AbortSignal): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', signal });
  try {
    socket.write(SSL_REQUEST);
    await once(socket, 'data', { signal });
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
