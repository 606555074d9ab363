import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection is not held for ever: what is in front of several processes gets to spread its load anew. */
const REQUESTS_A_CONNECTION = 10_000;

interface Connection {
  requests: number;
  /** That are not answered. */
  open: Set<ServerResponse>;
}

/**
 * Follows the requests of each connection, for two things that Node leaves undone when a client sends them one behind the
 * other (pipelining):
 *
 * - When the client goes away, Node closes the response it is writing, and forgets those that wait behind it: their
 *   requests would run on, and be counted as running for ever. Here each of them is closed.
 * - Beyond `maxRequestsPerSocket` Node answers 503 without a body. Here the last request is answered with
 *   `Connection: close`, and what comes after it is not answered at all, as with any closed connection.
 */
export function followPipelines(app: RequestListener, most = REQUESTS_A_CONNECTION): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { requests: 0, open: new Set() };
    connections.set(socket, connection);
    socket.once('close', () => {
      for (const res of connection.open) closeResponse(res);
    });
    return connection;
  }

  return (req, res) => {
    const connection = connectionOf(req.socket);
    connection.requests += 1;
    connection.open.add(res);
    res.once('close', () => connection.open.delete(res));
    if (connection.requests >= most) res.shouldKeepAlive = false;
    if (connection.requests <= most) app(req, res);
  };
}

/** As Node does with the response that it is writing. */
function closeResponse(res: ServerResponse): void {
  if (res.closed) return;
  res.destroy();
  // A response that had no socket yet does not say so itself.
  res.emit('close');
}
