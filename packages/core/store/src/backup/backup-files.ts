import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';

/** A file of a table's parts or of its definition, as the list of a backup has it. */
export interface BackupFile {
  name: string;
  size: number;
  /** Checksum of its content, by ClickHouse; empty for an empty file. */
  checksum: string;
  /** The bytes that are not in this backup but in its base. */
  baseSize: number;
  /** Where the backup has them: files of one content are kept once. */
  dataFile: string;
}

const FILE = /<file>(.*?)<\/file>/gs;
const FIELD = /<(\w+)>([^<]*)<\/\1>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const STATS_AT_ONCE = 64;
const MOST_NAMED = 3;

/** Reads the list of files that ClickHouse writes last into a backup. @throws BackupError `damaged` without one */
export async function readBackupFiles(folder: string): Promise<BackupFile[]> {
  let text: string;
  try {
    text = await readFile(join(folder, '.backup'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError('damaged', `${join(folder, '.backup')} is missing: the backup is not complete.`);
  }
  return [...text.matchAll(FILE)].map(([, fields]) => {
    const of = Object.fromEntries(
      [...fields!.matchAll(FIELD)].map(([, name, value]) => [name, plain(value!)]),
    );
    const size = Number(of['size']);
    return {
      name: of['name'] ?? '',
      size,
      checksum: of['checksum'] ?? '',
      baseSize: of['use_base'] === 'true' ? Number(of['base_size'] ?? size) : 0,
      dataFile: of['data_file'] ?? of['name'] ?? '',
    };
  });
}

/** Checks that the files which a backup should hold itself are there, with their size. @throws BackupError `damaged` */
export async function checkBackupFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  const own = new Map<string, number>();
  for (const { size, baseSize, dataFile } of files) if (size > baseSize) own.set(dataFile, size - baseSize);
  const wrong: string[] = [];
  const rest = [...own];
  while (rest.length > 0)
    await Promise.all(
      rest.splice(0, STATS_AT_ONCE).map(async ([name, size]) => {
        const found = await stat(join(folder, name)).catch(() => null);
        if (found === null) wrong.push(`${name} is missing`);
        else if (found.size !== size) wrong.push(`${name} has ${found.size} bytes instead of ${size}`);
      }),
    );
  if (wrong.length === 0) return;
  const more = wrong.length > MOST_NAMED ? `, and ${wrong.length - MOST_NAMED} more` : '';
  throw new BackupError('damaged', `${folder}: ${wrong.sort().slice(0, MOST_NAMED).join(', ')}${more}.`);
}

function plain(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
