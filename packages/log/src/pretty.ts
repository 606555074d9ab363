import { Writable } from 'node:stream';

const LEVELS: Record<number, string> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO ',
  40: 'WARN ',
  50: 'ERROR',
  60: 'FATAL',
};

/** One JSON line of the log as a line for people; text that is no such line stays as it is. */
export function prettyLine(line: string): string {
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { time, level, name, msg, err, pid: _pid, hostname: _hostname, ...rest } = record;
  const clock = typeof time === 'string' ? time.slice(11, 23) : '';
  const fields = Object.entries(rest)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  const head = [clock, LEVELS[Number(level)] ?? '     ', name, msg, fields].filter(Boolean).join(' ');
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n  ${String(err.stack)}` : '';
  return head + stack;
}

/** A stream that takes JSON lines and writes them for people. */
export function prettyStream(out: NodeJS.WritableStream): Writable {
  let rest = '';
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) out.write(`${prettyLine(line)}\n`);
      done();
    },
    final(done) {
      if (rest !== '') out.write(`${prettyLine(rest)}\n`);
      done();
    },
  });
}
