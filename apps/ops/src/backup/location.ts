import { join } from 'node:path';
import { CliError, UsageError } from '@tickscope/command-line';
import type { BackupTarget } from '@tickscope/store';
import { CLICKHOUSE_FOLDER, type Location } from './manifest.js';

export interface LocationFlags {
  s3?: string;
  disk?: string;
}

/** Where the flags want ClickHouse's part; each backup has a place of its own there. */
export function locationOf({ s3, disk }: LocationFlags, id: string): Location {
  if (s3 !== undefined && disk !== undefined) throw new UsageError('give one of --s3 and --disk');
  if (disk !== undefined) return { kind: 'disk', disk, path: id };
  if (s3 === undefined) return { kind: 'folder' };
  const url = URL.canParse(s3) ? new URL(s3) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError('--s3 takes an address of a bucket: https://bucket.s3.region.amazonaws.com/folder');
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new UsageError('--s3 takes an address without credentials: set BACKUP_S3_KEY and BACKUP_S3_SECRET');
  return { kind: 's3', url: `${url.href.replace(/\/+$/, '')}/${id}` };
}

/** The location in words; null for the folder of the backup itself. */
export function placeText(location: Location): string | null {
  if (location.kind === 's3') return location.url;
  return location.kind === 'disk' ? `disk ${location.disk}, ${location.path}` : null;
}

/** The location as ClickHouse takes it, with the credentials of the environment. */
export function targetOf(location: Location, folder: string): BackupTarget {
  switch (location.kind) {
    case 'folder':
      return { kind: 'folder', path: join(folder, CLICKHOUSE_FOLDER) };
    case 'disk':
      return location;
    case 's3': {
      const [key, secret] = [process.env['BACKUP_S3_KEY'] ?? '', process.env['BACKUP_S3_SECRET'] ?? ''];
      if ((key === '') !== (secret === ''))
        throw new CliError('BACKUP_S3_KEY and BACKUP_S3_SECRET are set together, or not at all');
      return { ...location, credentials: key === '' ? null : { key, secret } };
    }
  }
}
