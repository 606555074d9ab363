import { EmbeddedError } from '@tickscope/embedded';
import { CliError } from './cli-error.js';

/** Converts the embedded servers' own errors to messages for the terminal. */
export async function embedded<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof EmbeddedError) throw new CliError(error.message);
    throw error;
  }
}
