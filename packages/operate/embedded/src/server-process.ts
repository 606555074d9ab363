import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const TAIL_CHARACTERS = 16_384;
const SIGTERM_WAIT_MS = 3_000;
const SIGKILL_WAIT_MS = 10_000;

export interface ExitReport {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether the exit was requested. */
  readonly requested: boolean;
  /** The last output on stderr. */
  readonly errorTail: string;
}

/** How a server ended: cleanly, by a crash of its own, or by one of our signals. */
export type StopOutcome = 'clean' | 'crashed' | 'terminated' | 'killed';

export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<ExitReport>;
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /**
   * Runs `ask`, waits up to `deadlineMs` for the exit, then sends SIGTERM, then SIGKILL. Repeated calls share one stop.
   */
  stop(ask: () => void, deadlineMs: number): Promise<StopOutcome>;
}

/**
 * Starts a server's entry file with this Node. The process has its own process group, so a terminal's Ctrl-C reaches
 * only its starter. It has an IPC channel, whose end signals that the starter is gone. It inherits `lockFd`, so the
 * data folder stays locked while it lives. Of the environment it gets only PATH.
 */
export async function startServerProcess(options: {
  readonly entry: string;
  readonly cwd: string;
  readonly lockFd: number;
}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [options.entry], {
    cwd: options.cwd,
    detached: true,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', options.lockFd],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid as number));
  });
  let requested = false;
  const exited = watchExit(child, () => requested);
  let stopping: Promise<StopOutcome> | null = null;

  async function stopInSteps(ask: () => void, deadlineMs: number): Promise<StopOutcome> {
    requested = true;
    ask();
    if (await endsWithin(exited, deadlineMs)) return (await exited).code === 0 ? 'clean' : 'crashed';
    child.kill('SIGTERM');
    if (await endsWithin(exited, SIGTERM_WAIT_MS)) return 'terminated';
    child.kill('SIGKILL');
    await endsWithin(exited, SIGKILL_WAIT_MS);
    return 'killed';
  }

  return {
    pid,
    exited,
    // Ignores errors: a process that has just exited cannot receive messages, and its exit is reported anyway.
    send: (message) => {
      if (child.connected) child.send(message, () => {});
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    stop(ask, deadlineMs) {
      stopping ??= stopInSteps(ask, deadlineMs);
      return stopping;
    },
  };
}

function watchExit(child: ChildProcess, wasRequested: () => boolean): Promise<ExitReport> {
  let errorTail = '';
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (text: string) => {
    errorTail = (errorTail + text).slice(-TAIL_CHARACTERS);
  });
  child.on('error', () => {});
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal, requested: wasRequested(), errorTail });
    });
  });
}

async function endsWithin(exited: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const ended = await Promise.race([exited.then(() => true), timeout]);
  timer.abort();
  return ended;
}
