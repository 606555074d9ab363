import { open } from 'node:fs/promises';

const TAIL_BYTES = 16_384;
const TAIL_LINES = 20;

/** The last lines of a log, without reading the whole file; "(none)" if there are none. */
export async function logTail(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const length = Math.min(size, TAIL_BYTES);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString('utf8').trim().split('\n').slice(-TAIL_LINES).join('\n') || '(none)';
    } finally {
      await file.close();
    }
  } catch {
    return '(none)';
  }
}
