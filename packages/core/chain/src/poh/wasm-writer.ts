/**
 * Writes the parts of the WebAssembly binary format (core specification 2, section "Binary Format") needed for a module
 * with one function and one memory. There is no WebAssembly text: `lane-code.ts` generates the instructions.
 */

/** Unsigned LEB128, of values below 2^32. */
export function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

export const VALUE_TYPE = { i32: 0x7f, v128: 0x7b } as const;

export interface WasmFunction {
  name: string;
  /** Number of parameters, all of type i32. There is no result. */
  parameterCount: number;
  /** Locals after the parameters: a count per type. */
  locals: readonly { count: number; type: keyof typeof VALUE_TYPE }[];
  /** Instructions, without the final `end`. */
  code: readonly number[];
}

/** A module that exports one function, and its memory of one page as `memory`. */
export function wasmModule({ name, parameterCount, locals, code }: WasmFunction): Uint8Array<ArrayBuffer> {
  const body = [
    ...vector(locals.map(({ count, type }) => [...unsignedLeb(count), VALUE_TYPE[type]])),
    ...code,
    0x0b, // end
  ];
  const parameters = Array.from({ length: parameterCount }, () => [VALUE_TYPE.i32]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic, version 1
    ...section(1, vector([[0x60, ...vector(parameters), ...vector([])]])), // its type
    ...section(3, vector([[0]])), // function 0 is of type 0
    ...section(5, vector([[0x00, 1]])), // a memory of at least one page
    ...section(7, vector([exported(name, 0x00), exported('memory', 0x02)])),
    ...section(10, vector([[...unsignedLeb(body.length), ...body]])),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsignedLeb(content.length), ...content];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsignedLeb(items.length), ...items.flat()];
}

/** Index 0 of its kind. */
function exported(name: string, kind: number): number[] {
  const bytes = [...new TextEncoder().encode(name)];
  return [...unsignedLeb(bytes.length), ...bytes, kind, 0];
}
