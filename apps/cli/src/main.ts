#!/usr/bin/env node
import { exitCodeOf, failureText } from '@tickscope/command-line';
import { createProgram } from './program.js';

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(failureText(error));
  process.exitCode = exitCodeOf(error);
}
