import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Ways in which files of a backup get lost or change without a word of the disk. */
export const DAMAGES: Readonly<Record<string, (file: string, other: string) => Promise<void>>> = {
  async 'one bit flipped'(file) {
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
  },
  'truncated by a byte': async (file) => truncate(file, (await readFile(file)).length - 1),
  'truncated to nothing': (file) => truncate(file),
  missing: (file) => rm(file),
  async 'swapped with another'(file, other) {
    await rename(file, `${file}.away`);
    await rename(other, file);
    await rename(`${file}.away`, other);
  },
};

/** Files of a backup of which each stands for its kind, with another one of that kind. */
export async function filesToDamage(
  backup: string,
): Promise<{ kind: string; file: string; other: string }[]> {
  const entries = await readdir(backup, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(backup.length + 1))
    .sort();
  const bytesOf = async (name: string): Promise<Buffer> => readFile(join(backup, name));
  const found: { kind: string; file: string; other: string }[] = [];
  for (const [kind, pattern] of [
    ['rows of a table', /^clickhouse\/blocks\/data\/.*\.bin$/],
    ['the list of a part of the backup', /^clickhouse\/[^/]+\/\.backup$/],
    ['the definition of a table', /^clickhouse\/.*\/metadata\/.*\.sql$/],
    ['accounts', /^accounts\//],
    ['the list of digests', /^clickhouse\.sha256$/],
    ['the manifest', /^manifest\.json$/],
  ] as const) {
    const [file, ...others] = names.filter((name) => pattern.test(name));
    // A backup on top of another one has only what is new.
    if (file === undefined) continue;
    const content = await bytesOf(file);
    let other = file === 'manifest.json' ? 'clickhouse.sha256' : 'manifest.json';
    for (const name of others)
      if (!(await bytesOf(name)).equals(content)) {
        other = name;
        break;
      }
    found.push({ kind, file: join(backup, file), other: join(backup, other) });
  }
  return found;
}
