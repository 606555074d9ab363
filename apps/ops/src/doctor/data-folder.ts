import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '@tickscope/command-line';
import { bad, type Check } from './check.js';

const LITTLE_BYTES = 5e9;

/** The folder, or the nearest above it that exists, and the room on its disk; null: it cannot be written. */
export async function dataFolderCheck(dataDir: string): Promise<{ check: Check; freeBytes: number | null }> {
  let folder = dataDir;
  for (;;) {
    try {
      await access(folder, constants.W_OK);
      const { bavail, bsize } = await statfs(folder);
      const freeBytes = bavail * bsize;
      const isLittle = freeBytes < LITTLE_BYTES;
      const detail = `${dataDir}: ${formatBytes(freeBytes)} free${isLittle ? ', little for a chain that grows by gigabytes a day' : ''}`;
      return { check: { what: 'data folder', state: isLittle ? 'note' : 'ok', detail }, freeBytes };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && dirname(folder) !== folder) {
        folder = dirname(folder);
        continue;
      }
      return { check: bad('data folder', `${folder} cannot be written: ${code}`), freeBytes: null };
    }
  }
}
