/** Writes an answer to standard output. A reader that closes the pipe early (`| head`) is not an error. */
export function print(text: string): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.stdout.write(`${text}\n`);
}
