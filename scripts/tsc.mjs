import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The compiler, TypeScript 7. The package `typescript` is version 6, because openapi-typescript and a test read syntax trees,
 * for which version 7 has no stable API.
 */
export const TSC = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/typescript-native/bin/tsc');
