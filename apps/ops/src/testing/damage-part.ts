import { closeSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadConnection } from '@tickscope/store';

const FLIPPED_BYTES = 4_096;

/** Flips 4 KiB in the middle of the largest file of a table's largest part; returns the part's name. */
export async function damagePart(read: ReadConnection, table: string): Promise<string> {
  const [row] = await read.queryRows<[string, string]>(
    `SELECT name, path FROM system.parts WHERE active AND database = currentDatabase() AND table = '${table}' ORDER BY bytes_on_disk DESC LIMIT 1`,
    { timeoutMs: 10_000 },
  );
  const [name, path] = row!;
  const files = readdirSync(path).map((file) => ({
    file: join(path, file),
    size: statSync(join(path, file)).size,
  }));
  const { file, size } = files.sort((left, right) => right.size - left.size)[0]!;
  if (size <= 2 * FLIPPED_BYTES) throw new Error(`the largest file of a part of ${table} has ${size} bytes`);
  const bytes = Buffer.alloc(FLIPPED_BYTES);
  const at = (size - FLIPPED_BYTES) >> 1;
  const fd = openSync(file, 'r+');
  readSync(fd, bytes, 0, FLIPPED_BYTES, at);
  writeSync(
    fd,
    bytes.map((byte) => byte ^ 0xff),
    0,
    FLIPPED_BYTES,
    at,
  );
  closeSync(fd);
  return name;
}
