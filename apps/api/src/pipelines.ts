import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits the requests of a connection, so that a load balancer in front of several processes can rebalance. */
const REQUESTS_A_CONNECTION = 10_000;

interface Connection {
  requests: number;
  /** Not answered yet. */
  open: Set<ServerResponse>;
}

/**
 * Follows the pipelined requests of each connection, for two cases that Node does not handle:
 *
 * - When the client disconnects, Node closes the response that it is writing and forgets those queued behind
 *   it. Their requests would run on and count as running for ever. Here each of them is closed.
 * - Beyond `maxRequestsPerSocket` Node answers 503 without a body. Here the last request is answered with
 *   `Connection: close`, and later ones are not answered, as on any closed connection.
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

/** Closes a response as Node does with the one that it is writing. */
function closeResponse(res: ServerResponse): void {
  if (res.closed) return;
  res.destroy();
  // A response without a socket does not emit this event itself.
  res.emit('close');
}
