import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { ChainDataError, decodeGeyserUpdate, type GeyserUpdate } from '@tickscope/chain';
import { connect, type GeyserEndpoint, GeyserStream, type SubscriptionOptions } from './geyser-stream.js';

export interface RecordOptions extends SubscriptionOptions {
  endpoint: GeyserEndpoint;
  /** Ends after this many slots with a block. */
  slots: number;
  path: string;
  stallMs: number;
  signal?: AbortSignal;
  onProgress?(progress: { slots: number; messages: number; bytes: number }): void;
}

export interface RecordReport {
  slots: number;
  messages: number;
  bytes: number;
}

/**
 * Records a stream to a file in the format of `tickscope import`: each message byte for byte, preceded by its length as
 * big-endian u32. The file is named `.part` until it is finished.
 */
export async function record(options: RecordOptions): Promise<RecordReport> {
  const report: RecordReport = { slots: 0, messages: 0, bytes: 0 };
  const partial = `${options.path}.part`;
  const file = createWriteStream(partial, { flags: 'w' });
  const failed = once(file, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => {});
  const stream = await GeyserStream.open(await connect(options.endpoint), options);
  const stop = (): void => stream.close();
  options.signal?.addEventListener('abort', stop, { once: true });
  try {
    const slots = new Set<number>();
    while (slots.size < options.slots && options.signal?.aborted !== true) {
      const message = await stream.read(options.stallMs).catch((error: Error) => {
        if (options.signal?.aborted === true) return null;
        throw error;
      });
      if (message === null) break;
      const update = decoded(message);
      if (update?.kind === 'ping') await stream.pong();
      if (update?.kind === 'block') slots.add(update.block.slot);
      if (update?.kind === 'block_meta') slots.add(update.meta.slot);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      file.write(length);
      if (!file.write(message)) await Promise.race([once(file, 'drain'), failed]);
      report.slots = slots.size;
      report.messages += 1;
      report.bytes += 4 + message.length;
      options.onProgress?.(report);
    }
  } finally {
    options.signal?.removeEventListener('abort', stop);
    stream.close();
    file.end();
    await Promise.race([once(file, 'close'), failed]);
  }
  await rename(partial, options.path);
  return report;
}

/** Returns null for an unreadable message. It is recorded nevertheless; the importer reports it. */
function decoded(message: Uint8Array): GeyserUpdate | null {
  try {
    return decodeGeyserUpdate(message);
  } catch (error) {
    if (error instanceof ChainDataError) return null;
    throw error;
  }
}
