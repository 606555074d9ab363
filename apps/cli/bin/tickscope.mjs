#!/usr/bin/env -S node --max-semi-space-size=64
// The larger young generation spares import, detect and verify a fifth of their time: most of what they make of a block
// lives about as long as the block.
//
// Outside dist/, so that npm can link it before anything is built; builds when it was not.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('Building Tickscope (once)…\n');
  const build = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
  // Its output must not mix with the command's own.
  const { status } = spawnSync(process.execPath, [build, 'build'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
await import(main.href);
