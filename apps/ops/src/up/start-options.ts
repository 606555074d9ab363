import type { DataLock } from '@tickscope/embedded';
import type { KeptPorts } from './kept-ports.js';

export type Source = 'simulator' | 'geyser' | 'none';

export interface StartOptions {
  dataDir: string;
  logDir: string;
  lock: DataLock;
  source: Source;
  /** ClickHouse servers to start; null: as many as the data folder has, else one. */
  shards: number | null;
  /** Folders below which the embedded ClickHouse may write backups. */
  backupDirs: readonly string[];
  ports: {
    api: number | undefined;
    clickhouseHttp: number | undefined;
    clickhouseTcp: number | undefined;
    postgres: number | undefined;
  };
  say(line: string): void;
  /** Registers a function to call at the stop; called in the order of starting. */
  onClose(close: () => Promise<unknown>): void;
  /** A part cannot be kept running: stops everything. */
  fail(error: Error): void;
  signal: AbortSignal;
}

export interface PartsOptions extends StartOptions {
  keptPorts: KeptPorts;
  /** A server was restarted: run.json must name the new process. */
  onRestart(): Promise<void>;
}
