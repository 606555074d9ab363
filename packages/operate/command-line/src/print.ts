/** Writes an answer to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a line for the operator to standard error, beside what programs read. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes an answer and ends the process, which the threads of the native gRPC client would keep alive. */
export function printAndExit(text: string, code: number): void {
  process.stdout.write(`${text}\n`, () => process.exit(code));
}
