import { CliError } from '../cli-error.js';

/** A job's result is at most 20 MB. */
const MAX_BYTES = 64_000_000;

/** Reads the body of a response, unless it is larger than any answer can be. */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new CliError(`the answer is larger than ${MAX_BYTES / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
