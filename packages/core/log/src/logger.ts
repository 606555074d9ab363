import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { isColorSupported, default as prettyStream } from 'pino-pretty';
import { REDACTED, REDACTED_PATHS } from './redact.js';

export type { Logger } from 'pino';

export interface LogOptions {
  /** Name of the program, on every line. */
  name: string;
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Lines for people instead of JSON. */
  pretty?: boolean;
  /** Standard output when absent. */
  destination?: NodeJS.WritableStream;
}

/** A logger that writes one JSON object a line, with the time as ISO text and without secrets. */
export function createLogger({ name, level, pretty = false, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...REDACTED_PATHS], censor: REDACTED },
  };
  if (pretty) return pino(options, linesForPeople(destination));
  // Written at once and in order: the last lines before an end are the ones that matter.
  return pino(
    options,
    (destination as DestinationStream | undefined) ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** Colours only on a terminal, unless NO_COLOR is set. */
function linesForPeople(destination: NodeJS.WritableStream = process.stdout): DestinationStream {
  const isTerminal = 'isTTY' in destination && destination.isTTY === true;
  return prettyStream({
    colorize: isTerminal && isColorSupported,
    translateTime: 'UTC:HH:MM:ss.l',
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
    destination,
  });
}
