export interface DumpedTable {
  table: string;
  columns: string[];
  rows: number;
  /** Name in the folder of the dump: COPY's text format, gzipped. */
  file: string;
  bytes: number;
  /** SHA-256 of the file. */
  checksum: string;
}

export interface DumpedSequence {
  name: string;
  /** Null: not used yet. */
  lastValue: string | null;
}

/** The rows of the schema `tickscope`, as one transaction saw them. */
export interface AccountsDump {
  /** The newest migration that was applied. */
  version: number;
  /** Each after those that it refers to. */
  tables: DumpedTable[];
  sequences: DumpedSequence[];
}
