import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder, those of packages and builds left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path);
  });
}
