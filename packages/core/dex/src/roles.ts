import { addTo, equalBytes, pubkeyFromBase58 } from '@tickscope/chain';
import type { DexProgram, InstructionLayout } from './layout.js';
import { DEX_PROGRAMS } from './programs/index.js';
import { LENDING_PROGRAMS } from './programs/lending.js';
import { MAKER_PROGRAMS } from './programs/makers.js';
import type { RouteLimitLayout } from './programs/route-limit-layout.js';
import { ROUTE_PROGRAMS, type RouteProgram } from './programs/routes.js';

/** The role of an account key, if it is a relevant program. Routes and lenders hold no pools. */
export type ProgramRole =
  | DexRole
  | { is: 'token' }
  | { is: 'token_2022' }
  | { is: 'system' }
  | { is: 'lending' }
  | { is: 'route'; limits: readonly RouteLimitLayout[] };

/** Looks a key up among the known programs; undefined for keys without a role. */
export type RoleOf = (key: Uint8Array) => ProgramRole | undefined;

export interface DexRole {
  is: 'dex';
  program: DexProgram;
  /** Its layouts by the first byte of their discriminator. */
  layouts: ReadonlyMap<number, readonly MatchableLayout[]>;
  /** Layouts whose discriminator is not at the start of the data. */
  elsewhere: readonly MatchableLayout[];
}

export interface MatchableLayout {
  layout: InstructionLayout;
  marker: Uint8Array;
  /** Null if any length will do. */
  lengths: readonly number[] | null;
}

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

interface Entry {
  key: Uint8Array;
  role: ProgramRole;
}

/**
 * Builds the look-up of some programs, beside those that are no DEX's. It runs for every key of every transaction, so a miss reads only two bytes of
 * the key and one of a table.
 */
export function rolesOf(
  dexes: readonly DexProgram[],
  routes: readonly Pick<RouteProgram, 'id' | 'limits'>[],
): RoleOf {
  /** 0: no role has this prefix; otherwise the index in `entriesOf` plus one. */
  const byPrefix = new Uint8Array(65_536);
  const entriesOf: Entry[][] = [];
  const add = (id: string, role: ProgramRole): void => {
    const key = pubkeyFromBase58(id);
    const prefix = prefixOf(key);
    if (byPrefix[prefix] === 0) byPrefix[prefix] = entriesOf.push([]);
    entriesOf[byPrefix[prefix]! - 1]!.push({ key, role });
  };
  add(TOKEN_PROGRAM, { is: 'token' });
  add(TOKEN_2022_PROGRAM, { is: 'token_2022' });
  add(SYSTEM_PROGRAM, { is: 'system' });
  for (const { id } of LENDING_PROGRAMS) add(id, { is: 'lending' });
  for (const program of dexes) add(program.id, dexRole(program));
  for (const { id, limits } of routes) add(id, { is: 'route', limits: limits ?? [] });
  return (key) => {
    const at = byPrefix[prefixOf(key)]!;
    if (at === 0) return undefined;
    for (const { key: known, role } of entriesOf[at - 1]!) if (equalBytes(known, key)) return role;
    return undefined;
  };
}

/** The role of a key among all programs of this package. A maker's program is a route too: its own file comes first. */
export const roleOf: RoleOf = rolesOf([...DEX_PROGRAMS, ...MAKER_PROGRAMS], ROUTE_PROGRAMS);

/** The layout that matches an instruction of a DEX program, or null. */
export function layoutOf(role: DexRole, data: Uint8Array, accountCount: number): InstructionLayout | null {
  const first = data[0];
  if (first === undefined) return null;
  const candidates = role.layouts.get(first);
  if (candidates !== undefined)
    for (const candidate of candidates) if (matches(candidate, data, accountCount)) return candidate.layout;
  for (const candidate of role.elsewhere) if (matches(candidate, data, accountCount)) return candidate.layout;
  return null;
}

function matches(
  { layout, marker, lengths }: MatchableLayout,
  data: Uint8Array,
  accountCount: number,
): boolean {
  if (lengths !== null && !lengths.includes(data.length)) return false;
  if (layout.minAccounts !== undefined && accountCount < layout.minAccounts) return false;
  const at = layout.discriminatorAt ?? 0;
  if (at + marker.length > data.length) return false;
  for (let index = 0; index < marker.length; index += 1) if (data[at + index] !== marker[index]) return false;
  return true;
}

function dexRole(program: DexProgram): DexRole {
  const layouts = new Map<number, MatchableLayout[]>();
  const elsewhere: MatchableLayout[] = [];
  for (const layout of program.instructions) {
    const marker = Uint8Array.from(Buffer.from(layout.discriminator, 'hex'));
    const { dataLength } = layout;
    const lengths = dataLength === undefined ? null : [dataLength].flat();
    if ((layout.discriminatorAt ?? 0) > 0) {
      elsewhere.push({ layout, marker, lengths });
      continue;
    }
    const first = marker[0]!;
    addTo(layouts, first, { layout, marker, lengths });
  }
  return { is: 'dex', program, layouts, elsewhere };
}

/** Whether a program exchanges tokens without being a pool: its calls, and those that contain them, are not swaps. */
export function isNoPool(role: ProgramRole | undefined): boolean {
  return role?.is === 'route' || role?.is === 'lending';
}

function prefixOf(key: Uint8Array): number {
  // Uses bytes from the middle, because related vanity ids share their first ones.
  return ((key[8] ?? 0) << 8) | (key[9] ?? 0);
}
