import type { EncodedRows } from '../writer/row-buffer.js';

const STAMP_BYTES = 4;

/** The rows with a DateTime after the last column of each. @param seconds since 1970 */
export function stampedRows(parts: readonly EncodedRows[], seconds: number): EncodedRows {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const size = parts.reduce((sum, part) => sum + (part.rows === 0 ? 0 : part.ends[part.rows - 1]!), 0);
  const stamped = {
    rows,
    bytes: Buffer.allocUnsafeSlow(size + rows * STAMP_BYTES),
    ends: new Uint32Array(rows),
  };
  let [at, row] = [0, 0];
  for (const part of parts)
    for (let each = 0; each < part.rows; each += 1) {
      const [start, end] = [each === 0 ? 0 : part.ends[each - 1]!, part.ends[each]!];
      stamped.bytes.set(part.bytes.subarray(start, end), at);
      at = stamped.bytes.writeUInt32LE(seconds, at + end - start);
      stamped.ends[row] = at;
      row += 1;
    }
  return stamped;
}
