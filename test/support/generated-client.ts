import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { found, plant, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { ROOT, TSC } from './paths.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const TSX = require.resolve('tsx/cli');
const OPTIONS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', 'false', '--skipLibCheck'];
const LIBRARY = ['--target', 'ES2023', '--lib', 'ES2023,DOM,DOM.Iterable', '--types', 'node'];
const MODULES = ['--module', 'ESNext', '--moduleResolution', 'bundler'];

/** An API with three sandwiches, whose document generators read. */
export async function startDocumentedApi(): Promise<ApiUnderTest> {
  const plants = Array.from({ length: 3 }, (_, at) => plant(800 + at));
  const api = await startApiUnderTest();
  await storeBlocks(api, plants);
  await write(api, ...plants.map((each) => found(each)));
  return api;
}

/** The output of each program: the two newest slots, and one of them by its number. */
export const EXPECTED = { slots: [802, 801], slot: 802 };

/** Writes the document as the running server shows it. Returns its path. */
export async function writeDocument({ url }: ApiUnderTest, folder: string): Promise<string> {
  const path = join(folder, 'openapi.json');
  writeFileSync(path, await (await fetch(`${url}/openapi.json`)).text());
  return path;
}

/** Makes a folder a package of modules with the dependencies of this repository. */
export function usePackages(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

/** Returns what the compiler says about a program and the client that it uses, with `strict`. */
export async function compileStrictly(folder: string, program: string): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [TSC, '--ignoreConfig', ...OPTIONS, ...LIBRARY, ...MODULES, program],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error);
  return stdout;
}

/** Runs a program that prints JSON. */
export async function printed(folder: string, program: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, [TSX, program], { cwd: folder });
  return JSON.parse(stdout) as unknown;
}
