import type { Logger } from 'pino';
import type { FedChain } from '../chain/fed-chain.js';
import { LiveChain, type LiveChainOptions } from '../chain/live-chain.js';
import { blockFilesSource } from './block-files.js';
import { RecordingChain } from './recording-chain.js';

export interface ReplayOptions {
  /** Pace and retention for blocks. A recording uses its retention and, at speed 0, its pace. */
  pace: Partial<LiveChainOptions>;
  /** Speed of a recording: 1 as recorded, 0 as fast as possible. */
  speed: number;
}

/**
 * Creates the chain for files: Geyser recordings (`.bin`), or blocks (`getBlock` JSON `.json`, `ConfirmedBlock` with
 * any other name). Throws a `RangeError` if the two are mixed.
 */
export async function chainOfFiles(
  paths: readonly string[],
  options: ReplayOptions,
  log: Logger,
): Promise<FedChain> {
  const recordings = paths.filter((path) => path.endsWith('.bin'));
  if (recordings.length === 0) return new LiveChain(await blockFilesSource(paths, log), options.pace);
  if (recordings.length < paths.length)
    throw new RangeError('recordings and block files cannot be served together');
  const retentionSlots = options.pace.retentionSlots ?? 300;
  return new RecordingChain({ paths, speed: options.speed, retentionSlots, log });
}
