import { uint32At, uint64At } from '@tickscope/chain';
import type { Call } from './calls.js';
import { isNoPool, type ProgramRole } from './roles.js';
import {
  readTokenInstruction,
  type TokenHandover,
  type TokenInit,
  type TokenInstruction,
  type TokenUnwrap,
} from './token-instruction.js';

/** One movement of tokens: transferred, minted (`source` null) or burned (`destination` null). */
export interface Transfer {
  /** Index of its call. */
  call: number;
  /** Index within the call; a batch has several. */
  part: number;
  source: number | null;
  destination: number | null;
  mint: number | null;
  authority: number;
  /** Amount that left the source. */
  amount: bigint;
  /** Amount that reached the destination: less than `amount` if the mint withholds a fee. */
  received: bigint;
  /** Null until computed, for a Token-2022 transfer that does not state it. */
  withheld: bigint | null;
}

export interface LamportTransfer {
  call: number;
  source: number;
  destination: number;
  lamports: bigint;
}

export interface Unwrap extends TokenUnwrap {
  call: number;
}

export interface Handover extends TokenHandover {
  call: number;
  part: number;
}

/** Everything that a transaction's token and system instructions moved, in order. */
export interface Movements {
  transfers: Transfer[];
  unwraps: Unwrap[];
  handovers: Handover[];
  lamports: LamportTransfer[];
  inits: TokenInit[];
  /** Whether some Token-2022 transfer does not state what was withheld (`withheld.ts`). */
  mayWithhold: boolean;
}

const SYSTEM_TRANSFER = 2;

export function movementsOf(calls: readonly Call[], roles: readonly (ProgramRole | undefined)[]): Movements {
  const movements: Movements = {
    transfers: [],
    unwraps: [],
    handovers: [],
    lamports: [],
    inits: [],
    mayWithhold: false,
  };
  let call = 0;
  let part = 0;
  let isToken2022 = false;
  // One closure for all calls of the transaction.
  const add = (instruction: TokenInstruction): void => {
    if (instruction.kind === 'init') movements.inits.push(instruction);
    else if (instruction.kind === 'handover') movements.handovers.push({ ...instruction, call, part });
    else if (instruction.kind === 'unwrap') movements.unwraps.push({ ...instruction, call });
    else {
      const withheld = isToken2022 ? instruction.withheld : 0n;
      movements.mayWithhold ||= withheld === null;
      const { source, destination, mint, authority, amount } = instruction;
      const received = withheld === null || withheld === 0n ? amount : amount - withheld;
      movements.transfers.push({
        call,
        part,
        source,
        destination,
        mint,
        authority,
        amount,
        received,
        withheld,
      });
    }
    part += 1;
  };
  for (; call < calls.length; call += 1) {
    const { program, data, accounts } = calls[call]!;
    const role = roles[program];
    if (role === undefined || role.is === 'dex' || isNoPool(role)) continue;
    if (role.is === 'system') {
      const transfer = systemTransfer(call, data, accounts);
      if (transfer !== null) movements.lamports.push(transfer);
      continue;
    }
    isToken2022 = role.is === 'token_2022';
    part = 0;
    readTokenInstruction(data, accounts, add);
  }
  return movements;
}

/** System program: Transfer = 2 (from, to), the lamports after the tag. */
function systemTransfer(call: number, data: Uint8Array, accounts: Uint8Array): LamportTransfer | null {
  const source = accounts[0];
  const destination = accounts[1];
  if (data.length < 12 || source === undefined || destination === undefined) return null;
  if (uint32At(data, 0) !== SYSTEM_TRANSFER) return null;
  return { call, source, destination, lamports: uint64At(data, 4) };
}

/** The mint that a transfer from or to an account names. */
export function mintInTransfers(account: number, transfers: readonly Transfer[]): number | undefined {
  for (const { source, destination, mint } of transfers)
    if (mint !== null && (source === account || destination === account)) return mint;
  return undefined;
}
