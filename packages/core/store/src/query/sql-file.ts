import { readFileSync } from 'node:fs';

/** Reads a `.sql` file next to the calling module: `sqlFile(import.meta.url, './find-block.sql')`. */
export function sqlFile(moduleUrl: string, name: string): string {
  return readFileSync(new URL(name, moduleUrl), 'utf8');
}
