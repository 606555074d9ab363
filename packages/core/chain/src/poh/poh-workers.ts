import { Worker } from 'node:worker_threads';
import type { PohProof, PohSlot } from './prove-slot.js';

interface Task {
  slot: PohSlot;
  resolve(proof: PohProof): void;
  reject(error: Error): void;
}

/** A pool of threads that prove slots, one at a time each. The queue is unbounded; the caller limits it. */
export class PohWorkers {
  readonly #threads: { worker: Worker; task: Task | null }[];
  readonly #waiting: Task[] = [];
  #failure: Error | null = null;

  constructor(count: number) {
    this.#threads = Array.from({ length: count }, () => {
      const thread = { worker: startWorker(), task: null as Task | null };
      thread.worker.on('message', (proof: PohProof) => {
        const done = thread.task;
        thread.task = null;
        this.#giveOut();
        done?.resolve(proof);
      });
      thread.worker.on('error', (error) => this.#fail(error));
      thread.worker.on('exit', () => this.#fail(new Error('a worker thread has ended')));
      return thread;
    });
  }

  /** Rejects if a thread fails or `close` is called. */
  prove(slot: PohSlot): Promise<PohProof> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      this.#waiting.push({ slot, resolve, reject });
      this.#giveOut();
    });
  }

  async close(): Promise<void> {
    this.#fail(new Error('the worker threads were stopped'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #giveOut(): void {
    for (const thread of this.#threads) {
      if (thread.task !== null || this.#failure !== null) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      thread.task = task;
      thread.worker.postMessage(task.slot);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const task of [...this.#waiting.splice(0), ...this.#threads.map(({ task }) => task)])
      task?.reject(this.#failure);
  }
}

function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./poh-worker.js', import.meta.url));
  // When run from the sources in tests: a thread does not inherit its parent's module loader.
  const url = new URL('./poh-worker.ts', import.meta.url).href;
  return new Worker(new URL('../testing/source-worker.mjs', import.meta.url), { workerData: { url } });
}
