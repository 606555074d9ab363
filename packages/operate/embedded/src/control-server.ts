import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { EmbeddedError } from './errors.js';
import { LOOPBACK } from './ports.js';

/**
 * An HTTP server on loopback for the engine's own session, under an unguessable path:
 * - `admit`: may `default` log in? Accepts only the first request, which comes from the engine itself before it
 * listens. It stays up to refuse all others, because another program on its port could accept them.
 * - `serving`: requested once the engine listens; answered when the server should stop.
 * - `stopped`: requested once it no longer listens; answered when the process is ready to exit.
 */
export interface ControlServer {
  readonly urls: { readonly admit: string; readonly serving: string; readonly stopped: string };
  /** Resolves when the server listens. */
  readonly serving: Promise<void>;
  /** Lets the server stop. No effect before it listens. */
  endServing(): void;
  close(): void;
}

export interface ControlHooks {
  /** Runs before the single admission. If it throws, the admission is refused. */
  readonly beforeAdmission: () => void;
  /** Runs when the server has stopped listening. The engine exits when it is done. */
  readonly beforeEnd: () => Promise<void>;
}

export async function startControlServer(hooks: ControlHooks): Promise<ControlServer> {
  const token = randomBytes(24).toString('hex');
  let admitted = false;
  let waiting: ServerResponse | null = null;
  let markServing = () => {};
  const serving = new Promise<void>((resolve) => {
    markServing = resolve;
  });

  const server = createServer((req, res) => {
    const [, given, question] = (req.url ?? '').split('/');
    if (given !== token) refuse(res);
    else if (question === 'admit') admit(res);
    else if (question === 'serving') {
      waiting = res;
      markServing();
    } else if (question === 'stopped') {
      // Answers even on failure, so that the exit is not delayed: the caller sets the deadlines of the stop.
      hooks.beforeEnd().then(
        () => res.end('end\n'),
        () => res.end('end\n'),
      );
    } else refuse(res);
  });

  function admit(res: ServerResponse) {
    if (admitted) return refuse(res);
    admitted = true;
    try {
      hooks.beforeAdmission();
    } catch {
      return refuse(res);
    }
    res.end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port: 0 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new EmbeddedError('start_failed', 'the control server has no address');
  const base = `http://${LOOPBACK}:${address.port}/${token}`;

  return {
    urls: { admit: `${base}/admit`, serving: `${base}/serving`, stopped: `${base}/stopped` },
    serving,
    endServing() {
      waiting?.end('stop\n');
      waiting = null;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(res: ServerResponse): void {
  res.statusCode = 403;
  res.end();
}
