import type { ClickHouseRun } from '@tickscope/embedded';
import type { Store } from '@tickscope/store';

interface User {
  user: string;
  password: string;
}

/** A migrated ClickHouse. */
export interface RunningStore {
  /** Of all servers, with commas between. */
  url: string;
  database: string;
  writer: User;
  reader: User;
  /** Open until the end. */
  clickhouse: Store;
  /** The current entry for run.json; `null` for an external server. */
  run(): ClickHouseRun | null;
  /** A copy of a mirrored store is being filled: nothing can be written yet. */
  isFilling(): boolean;
}
