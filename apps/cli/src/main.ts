#!/usr/bin/env node
import { exitCodeOf, failureText } from './failure.js';
import { createProgram } from './program.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(failureText(error));
  process.exitCode = exitCodeOf(error);
}
