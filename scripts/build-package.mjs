// Builds the workspace in the current folder: TypeScript to dist/, then the files that the code reads at
// run time (SQL, OpenAPI, HTML) beside the compiled modules that read them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TSC } from './tsc.mjs';

const assets = /\.(sql|yaml|html|css|svg|json)$/;

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [TSC, '-p', 'tsconfig.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

if (existsSync('src'))
  for (const name of readdirSync('src', { recursive: true }))
    if (assets.test(name)) cpSync(join('src', name), join('dist', name));
