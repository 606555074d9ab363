import { processOf } from '@tickscope/testkit/processes';
import { type IngesterFigures, readChainHead, readIngester } from './live-figures.js';
import type { Scene } from './scene.js';

export const PROCESSES = ['ingester', 'ClickHouse', 'simulator'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface Sample extends IngesterFigures {
  atMs: number;
  rssMb: Record<ProcessName, number | null>;
  /** Since each process began. */
  cpuSeconds: Record<ProcessName, number | null>;
  chainHead: number | null;
  /** Slots of the chain that cannot be asked about yet. */
  behindSlots: number | null;
}

const EVERY_MS = 1_000;

/** Looks at all processes every second. A look that takes longer leaves out the next ones. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #scene: Scene;
  readonly #startedAt = Date.now();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#timer = setInterval(() => void this.#look(), EVERY_MS);
  }

  get elapsedMs(): number {
    return Date.now() - this.#startedAt;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const atMs = this.elapsedMs;
      const usage = mapped(this.#scene.pids, (pid) => (pid === null ? null : processOf(pid)));
      const [chainHead, figures] = await Promise.all([
        readChainHead(this.#scene.rpcUrl),
        readIngester(this.#scene.metricsUrl),
      ]);
      this.samples.push({
        ...figures,
        atMs,
        rssMb: mapped(usage, (used) => (used === null ? null : Math.round(used.rssBytes / 1_048_576))),
        cpuSeconds: mapped(usage, (used) => used?.cpuSeconds ?? null),
        chainHead,
        behindSlots:
          chainHead === null || figures.writtenSlot === null
            ? null
            : Math.max(0, chainHead - figures.writtenSlot),
      });
    } finally {
      this.#isLooking = false;
    }
  }
}

/** Values that are known. */
export function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

function mapped<Of, To>(each: Record<ProcessName, Of>, to: (value: Of) => To): Record<ProcessName, To> {
  return { ingester: to(each.ingester), ClickHouse: to(each.ClickHouse), simulator: to(each.simulator) };
}
