import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CliError } from '@tickscope/command-line';
import { writePrivateFile } from '@tickscope/embedded';

/** The list of ClickHouse's files, as `sha256sum` writes and checks it, in the order of their names. */
export const DIGESTS = 'clickhouse.sha256';

/** The list, as the manifest vouches for it. */
export interface FileDigests {
  files: number;
  /** SHA-256 of the list. */
  sha256: string;
}

export interface DigestOptions {
  signal?: AbortSignal | undefined;
  /** Bytes read so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

const READS_AT_ONCE = 4;
const MOST_NAMED = 3;
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** Reads every file of a folder of the backup and writes the list of their digests beside the folder. */
export async function writeDigests(
  backup: string,
  folder: string,
  options: DigestOptions,
): Promise<FileDigests> {
  const entries = await readdir(join(backup, folder), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(backup.length + 1))
    .sort();
  const digests = await digestsOf(backup, names, options);
  const text = names.map((name) => `${digests.get(name)}  ${name}\n`).join('');
  await writePrivateFile(join(backup, DIGESTS), text);
  return { files: names.length, sha256: sha256(text) };
}

/**
 * Reads every file of a backup's list and compares it with its digest.
 * @throws CliError that names the files which are missing or have another content
 */
export async function checkDigests(
  backup: string,
  expected: FileDigests,
  options: DigestOptions = {},
): Promise<void> {
  const list = join(backup, DIGESTS);
  const text = await readFile(list, 'utf8').catch((error: Error) => {
    throw new CliError(`${list} cannot be read: ${error.message}`);
  });
  if (sha256(text) !== expected.sha256)
    throw new CliError(`${list} is not what the backup wrote: its digest is not the one of the manifest.`);
  const digests = new Map(
    text
      .split('\n')
      .flatMap((line) => [LINE.exec(line)])
      .filter((match) => match !== null)
      .map(([, digest, name]) => [name!, digest!]),
  );
  const found = await digestsOf(backup, [...digests.keys()], options);
  const wrong = [...digests]
    .filter(([name, digest]) => found.get(name) !== digest)
    .map(([name]) => {
      const actual = found.get(name)!;
      return actual instanceof Error
        ? `${name} cannot be read (${actual.message})`
        : `${name} has another content`;
    });
  if (wrong.length === 0) return;
  const more = wrong.length > MOST_NAMED ? `, and ${wrong.length - MOST_NAMED} more` : '';
  throw new CliError(`${backup} is damaged: ${wrong.slice(0, MOST_NAMED).join(', ')}${more}.`);
}

/** Digests in hex by name; the error for a file that cannot be read. */
async function digestsOf(
  backup: string,
  names: readonly string[],
  { signal, onProgress }: DigestOptions,
): Promise<Map<string, string | Error>> {
  const digests = new Map<string, string | Error>();
  let bytes = 0;
  const rest = [...names].reverse();
  const read = async (): Promise<void> => {
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      signal?.throwIfAborted();
      const hash = createHash('sha256');
      try {
        const file = createReadStream(join(backup, name), { highWaterMark: 1024 * 1024 });
        file.on('data', (chunk) => {
          bytes += chunk.length;
        });
        await pipeline(file, hash);
        digests.set(name, hash.digest('hex'));
      } catch (error) {
        digests.set(name, error as Error);
      }
      onProgress?.(bytes);
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, read));
  return digests;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
