let isPipeWatched = false;

/** Writes an answer to standard output. A reader that closes the pipe early (`| head`) is not an error. */
export function print(text: string): void {
  if (!isPipeWatched)
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  isPipeWatched = true;
  process.stdout.write(`${text}\n`);
}
