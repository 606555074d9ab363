import type { RowBuffer } from '../writer/row-buffer.js';

/** A value with its type: `fixed` is FixedString(32), `nullable` Nullable(UInt32), `array` Array(FixedString(32)). */
export type Cell =
  | { type: 'uint8' | 'uint16' | 'uint32' | 'uint53'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'uint64' | 'int64' | 'int128'; value: bigint }
  | { type: 'fixed'; value: Uint8Array }
  | { type: 'string'; value: string }
  | { type: 'nullable'; value: number | null }
  | { type: 'array'; value: Uint8Array[] };

export function writeRow(buffer: RowBuffer, row: readonly Cell[]): void {
  for (const { type, value } of row)
    if (type === 'nullable') buffer.nullable(value, buffer.uint32);
    else if (type === 'array') {
      buffer.varint(value.length);
      for (const item of value) buffer.fixed(item);
    } else if (type === 'fixed') buffer.fixed(value);
    else if (type === 'string') buffer.string(value);
    else if (type === 'bool') buffer.bool(value);
    else if (typeof value === 'bigint') buffer[type as 'uint64' | 'int64' | 'int128'](value);
    else buffer[type as 'uint8' | 'uint16' | 'uint32' | 'uint53'](value);
  buffer.endRow();
}

/** An independent RowBinary reader, byte by byte. Returns the offset after the row. */
export function readRow(
  bytes: Uint8Array,
  start: number,
  row: readonly Cell[],
  see: (cell: Cell, value: unknown) => void,
): number {
  let at = start;
  const little = (size: number): bigint => {
    let value = 0n;
    for (let place = size - 1; place >= 0; place -= 1) value = value * 256n + BigInt(bytes[at + place]!);
    at += size;
    return value;
  };
  const length = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (size: number): Uint8Array => {
    at += size;
    return Uint8Array.from(bytes.subarray(at - size, at));
  };
  const read: Record<Cell['type'], () => unknown> = {
    uint8: () => Number(little(1)),
    bool: () => little(1) === 1n,
    uint16: () => Number(little(2)),
    uint32: () => Number(little(4)),
    uint53: () => Number(little(8)),
    uint64: () => little(8),
    int64: () => signed(little(8), 64n),
    int128: () => signed(little(16), 128n),
    fixed: () => take(32),
    string: () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(take(length())),
    nullable: () => (little(1) === 1n ? null : Number(little(4))),
    array: () => Array.from({ length: length() }, () => take(32)),
  };
  for (const cell of row) see(cell, read[cell.type]());
  return at;
}

function signed(value: bigint, bits: bigint): bigint {
  return value >= 2n ** (bits - 1n) ? value - 2n ** bits : value;
}
