import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The compiler of the build (`scripts/tsc.mjs`). */
export const TSC = fileURLToPath(new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url));
export const CLI = fileURLToPath(new URL('../../apps/cli/bin/tickscope.mjs', import.meta.url));

/** Real blocks, where they are: beside the repository. Tests that need them skip without. */
export const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
export const hasData = existsSync(DATA);
