import { readFileSync } from 'node:fs';

/** The text of a `.sql` file beside the module that calls: `sqlFile(import.meta.url, './find-block.sql')`. */
export function sqlFile(moduleUrl: string, name: string): string {
  return readFileSync(new URL(name, moduleUrl), 'utf8');
}
