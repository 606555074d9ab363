import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.js';
import { LiveChain, type LiveChainOptions } from '../chain/live-chain.js';
import { blockFilesSource } from './block-files.js';
import { RecordingChain } from './recording-chain.js';

export interface ReplayOptions {
  /** Pace and retention of blocks; a recording takes its retention and, for 0, its pace from it. */
  pace: Partial<LiveChainOptions>;
  /** Pace of a recording: 1 as recorded, 0 as fast as it goes. */
  speed: number;
}

/**
 * The chain that files make: Geyser recordings (`.bin`), or blocks (`getBlock` JSON `.json`, `ConfirmedBlock`
 * with any other name). The two kinds do not mix. Throws a `RangeError` when they do.
 */
export async function chainOfFiles(
  paths: readonly string[],
  options: ReplayOptions,
  log: Logger,
): Promise<Chain> {
  const recordings = paths.filter((path) => path.endsWith('.bin'));
  if (recordings.length === 0) return new LiveChain(await blockFilesSource(paths, log), options.pace);
  if (recordings.length < paths.length)
    throw new RangeError('recordings and block files cannot be served together');
  const retentionSlots = options.pace.retentionSlots ?? 300;
  return new RecordingChain({ paths, speed: options.speed, retentionSlots, log });
}
