import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsServer } from '../metrics-server.js';

/** Sent again and again from the event loop to the process that started this one. */
export const ALIVE = 'alive';
export const ALIVE_EVERY_MS = 2_000;
/** In the environment of a member. */
export const NUMBER = 'API_PROCESS_NUMBER';

/** This process as one of several behind one port. */
export interface GroupMember {
  /** From 1 on; a process that takes the place of another has its number. */
  number: number;
  /** Makes these metrics, labelled with the number, a part of those that the starter serves for all. */
  shareMetrics(registry: Registry): MetricsServer;
  /** Begins to tell the starter that the event loop runs. */
  showLife(): void;
}

/** Returns null for an API that is one process. */
export function groupMember(): GroupMember | null {
  if (!cluster.isWorker) return null;
  const number = Number(process.env[NUMBER]);
  return {
    number,
    shareMetrics(registry) {
      registry.setDefaultLabels({ process: String(number) });
      AggregatorRegistry.setRegistries(registry);
      // Its constructor makes this process answer the starter's questions.
      new AggregatorRegistry();
      return { url: '', stop: async () => {} };
    },
    showLife() {
      setInterval(() => process.send?.(ALIVE), ALIVE_EVERY_MS).unref();
    },
  };
}
