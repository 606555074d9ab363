import { createRequire } from 'node:module';
import { EmbeddedError } from './errors.js';

const require = createRequire(import.meta.url);

const BUILDS = 'Linux (x64 and arm64, glibc) and macOS (x64 and arm64)';

/** Loads the foreign-function interface on first use, because importing this package must work on every platform. */
export function loadForeignFunctions(): typeof import('ffi-rs') {
  try {
    return require('ffi-rs') as typeof import('ffi-rs');
  } catch (cause) {
    throw unsupportedPlatform('ffi-rs has no build for it', cause);
  }
}

/**
 * Path of the engine's shared library in the installed `chdb` package. `environment` is where `chdb` looks for
 * CHDB_LIBCHDB_PATH, which overrides the package.
 * @throws EmbeddedError `unsupported_platform`
 */
export function findClickHouseLibrary(environment: NodeJS.ProcessEnv = process.env): string {
  const { libchdbPath } = require('chdb/libchdb') as typeof import('chdb/libchdb');
  try {
    return libchdbPath({ env: environment });
  } catch (cause) {
    throw unsupportedPlatform(cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unsupportedPlatform(reason: string, cause: unknown): EmbeddedError {
  return new EmbeddedError(
    'unsupported_platform',
    `No embedded ClickHouse for ${process.platform}-${process.arch}: ${reason}\n` +
      `The npm packages have builds for ${BUILDS}. Elsewhere set CLICKHOUSE_URL to any ClickHouse server.`,
    { cause },
  );
}
