import { ProtoWriter } from '../chain/proto-writer.js';

const FIELD_LOG_MESSAGES = 0x32;
const writer = new ProtoWriter(4096);

/** `log_messages` fields of a transaction's meta, encoded once per kind and then copied. */
export function encodeLogs(lines: readonly string[]): Buffer {
  writer.reset();
  for (const line of lines) writer.asciiField(FIELD_LOG_MESSAGES, line);
  return writer.copyFrom(0);
}

export interface LoggedCall {
  program: string;
  lines: string[];
  inner: LoggedCall[];
  /** An event, written last. */
  data?: Uint8Array | undefined;
  /** Number of the error with which it failed; absent: it succeeded. */
  errorCode?: number | undefined;
}

/** The lines a node logs for a call: invoke, the program's own, its calls, units, success or failure. */
export function callLines(call: LoggedCall, depth = 1): string[] {
  const lines = [`Program ${call.program} invoke [${depth}]`];
  for (const line of call.lines) lines.push(`Program log: ${line}`);
  for (const inner of call.inner) lines.push(...callLines(inner, depth + 1));
  if (call.data !== undefined) lines.push(`Program data: ${Buffer.from(call.data).toString('base64')}`);
  lines.push(`Program ${call.program} consumed ${4000 + 1000 * depth} of 200000 compute units`);
  lines.push(
    call.errorCode === undefined
      ? `Program ${call.program} success`
      : `Program ${call.program} failed: custom program error: 0x${call.errorCode.toString(16)}`,
  );
  return lines;
}
