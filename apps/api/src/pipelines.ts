import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits the requests of a connection, so that a load balancer in front of several processes can rebalance. */
const REQUESTS_A_CONNECTION = 10_000;

/** Requests of a connection that run at once. Answers go out in order, so that more would only wait for the first one. */
const RUNNING_A_CONNECTION = 4;
/** A connection with so many requests that wait is not read on until fewer do. */
const MANY_WAITING = 16;
/**
 * The most requests of one packet that may wait. Then the connection is closed: each takes some kilobytes, and no
 * client that reads its answers sends so many ahead.
 */
const MOST_WAITING = 100;

interface Connection {
  requests: number;
  running: number;
  /** Not answered yet, those that wait included. */
  open: Set<ServerResponse>;
  waiting: (() => void)[];
}

/**
 * Follows the pipelined requests of each connection, for three cases that Node does not handle:
 *
 * - Node starts every request that it has read, of one packet more than a thousand. Here a few run at once, and the next
 *   one starts when one of them is answered and the client has taken the answer. A connection with too many that wait is
 *   closed.
 * - When the client disconnects, Node closes the response that it is writing and forgets those queued behind
 *   it. Their requests would run on and count as running for ever. Here each of them is closed, and none starts.
 * - Beyond `maxRequestsPerSocket` Node answers 503 without a body. Here the last request is answered with
 *   `Connection: close`, and later ones are not answered, as on any closed connection.
 */
export function followPipelines(
  app: RequestListener,
  { onFlood, most = REQUESTS_A_CONNECTION }: { onFlood(): void; most?: number },
): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = { requests: 0, running: 0, open: new Set(), waiting: [] };
    connections.set(socket, connection);
    socket.once('close', () => {
      for (const res of connection.open) closeResponse(res);
    });
    return connection;
  }

  return (req, res) => {
    const { socket } = req;
    // Node goes on to the end of the packet whose requests were too many.
    if (socket.destroyed) {
      closeResponse(res);
      return;
    }
    const connection = connectionOf(socket);
    connection.requests += 1;
    connection.open.add(res);
    if (connection.requests >= most) res.shouldKeepAlive = false;
    if (connection.requests > most) {
      res.once('close', () => connection.open.delete(res));
      return;
    }
    let isRunning = false;
    res.once('close', () => {
      connection.open.delete(res);
      if (!isRunning) return;
      connection.running -= 1;
      if (socket.destroyed) return;
      const next = connection.waiting.shift();
      if (connection.waiting.length < MANY_WAITING && socket.isPaused()) socket.resume();
      next?.();
    });
    const takePlace = (): void => {
      isRunning = true;
      connection.running += 1;
    };
    if (connection.running < RUNNING_A_CONNECTION) {
      takePlace();
      app(req, res);
    } else if (connection.waiting.length >= MOST_WAITING) {
      onFlood();
      socket.destroy();
    } else {
      connection.waiting.push(() => {
        takePlace();
        // A packet has a thousand requests: those of other connections have their turn in between.
        setImmediate(() => {
          if (!socket.destroyed) app(req, res);
        });
      });
      if (connection.waiting.length >= MANY_WAITING) socket.pause();
    }
  };
}

/** Closes a response as Node does with the one that it is writing. */
function closeResponse(res: ServerResponse): void {
  if (res.closed) return;
  res.destroy();
  // A response without a socket does not emit this event itself.
  res.emit('close');
}
