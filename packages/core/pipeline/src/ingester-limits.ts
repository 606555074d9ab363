export interface IngesterLimits {
  /** Unwritten blocks in memory. Beyond it, blocks go to the spill; if that is full or absent, reading stops. */
  queueBytes: number;
  /** Memory of the whole process, including the native client's read-ahead, beyond which the stream is cut. */
  maxRssBytes: number;
  /** A stream without a block for this long is cut; sooner once the pace of the blocks is known. */
  stallMs: number;
  /** If the reader has to wait this long for the writer, the stream is cut, because the native client keeps reading. */
  maxPauseMs: number;
  /** A batch of this size is written at once; smaller ones wait for more blocks, as far as the lag allows it. */
  batchRows: number;
  batchBytes: number;
  /** Blocks wait for the next ones as long as they are stored within this time of their arrival. */
  writeWithinMs: number;
  /** Waits between write retries; the last one repeats forever. */
  retryMs: readonly number[];
  /** How long writes are retried after `stop`. */
  stopDeadlineMs: number;
}

export const DEFAULT_LIMITS: IngesterLimits = {
  queueBytes: 64 * 1024 * 1024,
  maxRssBytes: 2 * 1024 * 1024 * 1024,
  stallMs: 30_000,
  maxPauseMs: 2_000,
  batchRows: 40_000,
  batchBytes: 32 * 1024 * 1024,
  writeWithinMs: 400,
  retryMs: [100, 500, 2_000, 5_000],
  stopDeadlineMs: 10_000,
};
