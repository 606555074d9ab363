import type { DexProgram } from '../layout.js';
import * as list from './list.js';

/** All supported DEX programs, in the order of their names. */
export const DEX_PROGRAMS: readonly DexProgram[] = Object.values(list);
