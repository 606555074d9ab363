import { DEX_PROGRAMS } from '../programs/index.js';
import { LENDING_PROGRAMS } from '../programs/lending.js';
import { MAKER_PROGRAMS } from '../programs/makers.js';
import { ROUTE_PROGRAMS } from '../programs/routes.js';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../roles.js';

/** Programs that surround swaps without being part of them. */
const UTILITIES: ReadonlyMap<string, string> = new Map([
  ['ComputeBudget111111111111111111111111111111', 'Compute Budget'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'Associated Token'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo'],
  ['Vote111111111111111111111111111111111111111', 'Vote'],
]);

const NAMES: ReadonlyMap<string, string> = new Map([
  ['11111111111111111111111111111111', 'System'],
  [TOKEN_PROGRAM, 'Token'],
  [TOKEN_2022_PROGRAM, 'Token-2022'],
  ...UTILITIES,
  ...LENDING_PROGRAMS.map(({ id, name }): [string, string] => [id, name]),
  ...ROUTE_PROGRAMS.map(({ id, name }): [string, string] => [id, name]),
  ...MAKER_PROGRAMS.map(({ id, name }): [string, string] => [id, name]),
  ...DEX_PROGRAMS.map(({ id, name }): [string, string] => [id, name]),
]);

/** Null for programs that this package does not know. */
export function programName(programId: string): string | null {
  return NAMES.get(programId) ?? null;
}

export function isUtility(programId: string): boolean {
  return UTILITIES.has(programId);
}

/** Source of the tags: `token-instruction.ts`. */
const TOKEN_INSTRUCTIONS: Readonly<Record<number, string>> = {
  0: 'initialize_mint',
  1: 'initialize_account',
  3: 'transfer',
  4: 'approve',
  5: 'revoke',
  6: 'set_authority',
  7: 'mint_to',
  8: 'burn',
  9: 'close_account',
  12: 'transfer_checked',
  14: 'mint_to_checked',
  15: 'burn_checked',
  16: 'initialize_account2',
  17: 'sync_native',
  18: 'initialize_account3',
  20: 'initialize_mint2',
  21: 'get_account_data_size',
  22: 'initialize_immutable_owner',
  26: 'transfer_fee_extension',
  45: 'unwrap_lamports',
  255: 'batch',
};

export function tokenInstructionName(data: Uint8Array): string | null {
  return TOKEN_INSTRUCTIONS[data[0] ?? -1] ?? null;
}

const SYSTEM_INSTRUCTIONS = [
  'create_account',
  'assign',
  'transfer',
  'create_account_with_seed',
  'advance_nonce',
];

/** Agave, `SystemInstruction`: a little-endian u32. */
export function systemInstructionName(data: Uint8Array): string | null {
  return data.length < 4 || data[1] !== 0 || data[2] !== 0 || data[3] !== 0
    ? null
    : (SYSTEM_INSTRUCTIONS[data[0]!] ?? null);
}
