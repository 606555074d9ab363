import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { programArguments } from '@tickscope/testkit/program-arguments';

const MAIN = new URL('../main.ts', import.meta.url);
const PROBE = new URL('./memory-probe.ts', import.meta.url).href;
const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** The API as a program, in a process of its own. */
export interface ApiProcess {
  url: string;
  /** The URL of the metrics server. */
  metricsUrl: string;
  pid: number;
  /** A process id for each process that has begun to listen: one, and with API_PROCESSES more. */
  readonly listeningPids: readonly number[];
  /** Its log lines of level error. */
  readonly errors: readonly Record<string, unknown>[];
  /** The sum of a metric's samples whose labels contain these texts. */
  metric(name: string, ...labels: string[]): Promise<number>;
  /** Memory use after a garbage collection. Only for a process that was started with `probe`. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Sends SIGKILL: the process cannot clean up. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const TEXT_KEPT_MS = 1_050;

/** Pino's number of the level "error". */
const ERROR_LEVEL = 50;

/**
 * Starts the program with this environment on a free port, and resolves once it listens.
 * @param options.main another program, which starts the API with settings that the environment does not have
 */
export async function startApiProcess(
  environment: Record<string, string>,
  { probe = false, main = MAIN }: { probe?: boolean; main?: URL } = {},
): Promise<ApiProcess> {
  const probing = probe ? ['--import', 'tsx', '--import', PROBE] : [];
  const child = spawn(process.execPath, [...probing, ...programArguments(main)], {
    cwd: HERE,
    env: { PATH: process.env['PATH'] ?? '', API_PORT: '0', METRICS_PORT: '0', AUTH: 'off', ...environment },
    // The IPC channel closes when this process dies, and the program then stops.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const errors: Record<string, unknown>[] = [];
  const listeningPids: number[] = [];
  const { url, metricsUrl } = await listening(child, { errors, listeningPids });
  return {
    url,
    metricsUrl,
    // Set, because the process has written a line.
    pid: child.pid!,
    listeningPids,
    errors,
    async metric(name, ...labels) {
      // The server caches the text of an earlier call for a second.
      await sleep(TEXT_KEPT_MS);
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      return text
        .split('\n')
        .filter((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
    },
    async memory() {
      const answer = new Promise<NodeJS.MemoryUsage>((resolve) => {
        const look = (message: unknown): void => {
          // The program itself sends `listening`.
          if (typeof message === 'string') return;
          child.off('message', look);
          resolve(message as NodeJS.MemoryUsage);
        };
        child.on('message', look);
      });
      child.send('memory');
      return answer;
    },
    async kill() {
      await ended(child, 'SIGKILL');
    },
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** Collects from the log what is asked for later. Resolves when all processes listen. */
function listening(
  child: ChildProcess,
  { errors, listeningPids }: { errors: Record<string, unknown>[]; listeningPids: number[] },
): Promise<Record<'url' | 'metricsUrl', string>> {
  const urls = { url: '', metricsUrl: '' };
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the API ended at its start with ${code}`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const record = JSON.parse(line) as Record<string, unknown>;
      if (Number(record['level']) >= ERROR_LEVEL) errors.push(record);
      if (record['msg'] === 'listening') listeningPids.push(Number(record['pid']));
      // None of several processes has a metrics server; the one that started them has that alone.
      for (const name of ['url', 'metricsUrl'] as const) urls[name] ||= String(record[name] ?? '');
      if (urls.url !== '' && urls.metricsUrl !== '') resolve(urls);
    });
  });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}
