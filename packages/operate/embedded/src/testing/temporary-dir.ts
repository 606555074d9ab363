import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder, with a function to remove it. */
export async function temporaryDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'tickscope-embedded-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
