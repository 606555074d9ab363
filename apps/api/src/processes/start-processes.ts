import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiConfig } from '@tickscope/config';
import type { Logger } from '@tickscope/log';
import { AggregatorRegistry } from 'prom-client';
import { startMetricsServer } from '../metrics-server.js';
import { ALIVE, ALIVE_EVERY_MS, NUMBER } from './group-member.js';

const RESTART_WAIT_MS = 1_000;
/** A process that shows no life at so many looks in a row hangs. */
const MOST_SILENT_LOOKS = 4;
const LOOK_EVERY_MS = 2 * ALIVE_EVERY_MS;
/** Added to the grace time of a stop, for what follows it. */
const STOP_WAIT_MS = 10_000;

/** A process could not be started; it has said why. */
export class ProcessStartError extends Error {
  override readonly name = 'ProcessStartError';
  readonly code = 'process_start_failed';
}

/** Several processes of the API behind one port. */
export interface RunningProcesses {
  renewCertificate: (() => void) | null;
  /** Stops all of them in order, as each stops alone. */
  stop(): Promise<void>;
}

/**
 * Starts `config.processes` processes of this program, which share its port, and restarts each that ends or hangs. The
 * others go on meanwhile, so that no connection is refused: the kernel gives a new one to whichever is free, and nothing is
 * lost with a process but what it was answering.
 *
 * This process answers only `/metrics`, for all of them.
 * @throws ProcessStartError where one ends before it listens
 */
export async function startProcesses(config: ApiConfig, log: Logger): Promise<RunningProcesses> {
  // The other policy would take each connection through this process.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const aggregator = new AggregatorRegistry();
  const metrics = await startMetricsServer(
    { contentType: aggregator.contentType, metrics: () => aggregator.clusterMetrics() },
    config.metrics,
  );
  const stopping = new AbortController();
  const running: Promise<void>[] = [];
  let stopped: Promise<void> | null = null;

  async function stop(): Promise<void> {
    stopping.abort();
    signalAll('SIGTERM');
    const killer = setTimeout(() => signalAll('SIGKILL'), config.shutdownGraceMs + STOP_WAIT_MS);
    await Promise.all(running);
    clearTimeout(killer);
    await metrics.stop();
  }

  const start = async (number: number): Promise<void> => {
    const first = fork(number, log);
    await first.listening;
    running.push(keepRunning(number, first, { log, signal: stopping.signal }));
  };
  try {
    // A failure of the first, such as a port that is taken, would stop all.
    await start(1);
    await Promise.all(Array.from({ length: config.processes - 1 }, (_, at) => start(at + 2)));
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ processes: config.processes, metricsUrl: metrics.url }, 'all processes listen');
  return {
    renewCertificate: config.tls === null ? null : () => signalAll('SIGHUP'),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

interface Forked {
  /** Rejects where it ends before. */
  listening: Promise<void>;
  /** Resolves with how it ended. */
  ended: Promise<string>;
}

function fork(number: number, log: Logger): Forked {
  const worker = cluster.fork({ [NUMBER]: String(number) });
  const watch = killWhenSilent(worker, () =>
    log.error({ process: number, pid: worker.process.pid }, 'a process of the API hangs: it is killed'),
  );
  const ended = once(worker, 'exit').then(([code, signal]) => {
    clearInterval(watch);
    return String(signal ?? `code ${code}`);
  });
  const listening = new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      if (message === 'listening') resolve();
    });
    void ended.then((how) => reject(new ProcessStartError(`a process ended at its start (${how})`)));
  });
  // Awaited at the first start only.
  listening.catch(() => {});
  return { listening, ended };
}

async function keepRunning(
  number: number,
  first: Forked,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<void> {
  for (let current = first; ; current = fork(number, log)) {
    const how = await current.ended;
    if (signal.aborted) return;
    log.warn({ process: number, how }, 'a process of the API ended; it is started again');
    await sleep(RESTART_WAIT_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

/** A look counts only once it listens. A pause of this process, too, costs one look. */
function killWhenSilent(worker: Worker, onKill: () => void): NodeJS.Timeout {
  let isListening = false;
  let silentLooks = 0;
  worker.on('message', (message) => {
    if (message === 'listening') isListening = true;
    if (message === ALIVE) silentLooks = 0;
  });
  return setInterval(() => {
    silentLooks += isListening ? 1 : 0;
    if (silentLooks < MOST_SILENT_LOOKS) return;
    onKill();
    worker.process.kill('SIGKILL');
  }, LOOK_EVERY_MS);
}

function signalAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}
