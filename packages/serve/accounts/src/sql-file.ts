import { readFileSync } from 'node:fs';

/** The text of a `.sql` file next to the calling module: `sqlFile(import.meta.url, './claim.sql')`. */
export function sqlFile(moduleUrl: string, name: string): string {
  return readFileSync(new URL(name, moduleUrl), 'utf8');
}
