import type { EncodedRows } from '../writer/row-buffer.js';
import type { ShardKey } from './shard-key.js';

/** The rows of each shard, in their order. */
export function splitRows(parts: readonly EncodedRows[], key: ShardKey, shardCount: number): EncodedRows[] {
  const rowCount = parts.reduce((sum, { rows }) => sum + rows, 0);
  const shardOf = new Uint16Array(rowCount);
  const sizes = new Array<number>(shardCount).fill(0);
  const counts = new Array<number>(shardCount).fill(0);
  let row = 0;
  for (const part of parts)
    for (const [start, end] of boundsOf(part)) {
      const shard = key.shardOf(part.bytes, start, shardCount);
      shardOf[row] = shard;
      sizes[shard]! += end - start;
      counts[shard]! += 1;
      row += 1;
    }
  const shards = sizes.map((size, shard) => ({
    rows: 0,
    bytes: Buffer.allocUnsafeSlow(size),
    ends: new Uint32Array(counts[shard]!),
  }));
  row = 0;
  for (const part of parts)
    for (const [start, end] of boundsOf(part)) {
      const shard = shards[shardOf[row]!]!;
      const at = shard.rows === 0 ? 0 : shard.ends[shard.rows - 1]!;
      shard.bytes.set(part.bytes.subarray(start, end), at);
      shard.ends[shard.rows] = at + end - start;
      shard.rows += 1;
      row += 1;
    }
  return shards;
}

function* boundsOf({ rows, ends }: EncodedRows): Generator<[start: number, end: number]> {
  let start = 0;
  for (let row = 0; row < rows; row += 1) {
    const end = ends[row]!;
    yield [start, end];
    start = end;
  }
}
