import { uint64At } from '@tickscope/chain';

/**
 * The SPL Token and Token-2022 instructions that move tokens, initialise accounts or hand them over. Accounts are
 * indexes into the transaction's keys.
 *
 * Source: solana-program/token `interface/src/instruction.rs` (tags 1 to 18), solana-program/token-2022
 * `interface/src/extension/transfer_fee/instruction.rs` (tag 26), and the `batch` instruction of the optimised token
 * program that replaced the first (`p-interface/src/instruction.rs`, tag 255). `UnwrapLamports` (tag 45): the same
 * repositories' `interface/src/instruction.rs`.
 */
export type TokenInstruction = TokenMove | TokenUnwrap | TokenInit | TokenHandover;

export interface TokenMove {
  kind: 'move';
  /** Null if minted. */
  source: number | null;
  /** Null if burned. */
  destination: number | null;
  /** Index of the mint, if the instruction names it. */
  mint: number | null;
  authority: number;
  amount: bigint;
  /** The fee that the mint withholds from the transfer, if the instruction states it; otherwise null. */
  withheld: bigint | null;
}

/** Wrapped SOL that leaves an account as lamports, without a transfer of tokens. */
export interface TokenUnwrap {
  kind: 'unwrap';
  source: number;
  /** The account that receives the lamports. */
  destination: number;
  amount: bigint;
}

export interface TokenInit {
  kind: 'init';
  account: number;
  mint: number;
  /** Index of the owner's key, or its 32 bytes from the data. */
  owner: number | Uint8Array;
}

export interface TokenHandover {
  kind: 'handover';
  account: number;
  authority: number;
  /** 32 bytes; null if the owner is removed. */
  newOwner: Uint8Array | null;
}

const INITIALIZE_ACCOUNT = 1;
const TRANSFER = 3;
const SET_AUTHORITY = 6;
const MINT_TO = 7;
const BURN = 8;
const TRANSFER_CHECKED = 12;
const MINT_TO_CHECKED = 14;
const BURN_CHECKED = 15;
const INITIALIZE_ACCOUNT_2 = 16;
const INITIALIZE_ACCOUNT_3 = 18;
const TRANSFER_FEE_EXTENSION = 26;
const UNWRAP_LAMPORTS = 45;
const TRANSFER_CHECKED_WITH_FEE = 1;
const ACCOUNT_OWNER = 2;
const BATCH = 255;

/** Calls `emit` for each such instruction: never for other instructions, several times for a batch. */
export function readTokenInstruction(
  data: Uint8Array,
  accounts: Uint8Array,
  emit: (instruction: TokenInstruction) => void,
): void {
  if (data[0] === BATCH) readBatch(data, accounts, emit);
  else {
    const instruction = readOne(data, accounts);
    if (instruction !== null) emit(instruction);
  }
}

/** Per instruction: number of accounts, length of data, the data. Accounts are taken consecutively. */
function readBatch(
  data: Uint8Array,
  accounts: Uint8Array,
  emit: (instruction: TokenInstruction) => void,
): void {
  let dataAt = 1;
  let accountsAt = 0;
  while (dataAt + 2 <= data.length) {
    const accountsEnd = accountsAt + data[dataAt]!;
    const dataEnd = dataAt + 2 + data[dataAt + 1]!;
    if (accountsEnd > accounts.length || dataEnd > data.length) return;
    const instruction = readOne(
      data.subarray(dataAt + 2, dataEnd),
      accounts.subarray(accountsAt, accountsEnd),
    );
    if (instruction !== null) emit(instruction);
    dataAt = dataEnd;
    accountsAt = accountsEnd;
  }
}

function readOne(data: Uint8Array, accounts: Uint8Array): TokenInstruction | null {
  switch (data[0]) {
    case TRANSFER:
      return move(data, 1, accounts[0], accounts[1], null, accounts[2], null);
    case TRANSFER_CHECKED:
      return move(data, 1, accounts[0], accounts[2], accounts[1], accounts[3], null);
    case MINT_TO:
    case MINT_TO_CHECKED:
      return move(data, 1, null, accounts[1], accounts[0], accounts[2], 0n);
    case BURN:
    case BURN_CHECKED:
      return move(data, 1, accounts[0], null, accounts[1], accounts[2], 0n);
    case TRANSFER_FEE_EXTENSION:
      if (data[1] !== TRANSFER_CHECKED_WITH_FEE || data.length < 19) return null;
      return move(data, 2, accounts[0], accounts[2], accounts[1], accounts[3], uint64At(data, 11));
    case INITIALIZE_ACCOUNT:
      return init(accounts[0], accounts[1], accounts[2]);
    case INITIALIZE_ACCOUNT_2:
    case INITIALIZE_ACCOUNT_3:
      return init(accounts[0], accounts[1], data.length >= 33 ? data.subarray(1, 33) : undefined);
    case SET_AUTHORITY:
      return handover(data, accounts);
    case UNWRAP_LAMPORTS:
      return unwrap(data, accounts);
    default:
      return null;
  }
}

function move(
  data: Uint8Array,
  amountAt: number,
  source: number | null | undefined,
  destination: number | null | undefined,
  mint: number | null | undefined,
  authority: number | undefined,
  withheld: bigint | null,
): TokenMove | null {
  if (source === undefined || destination === undefined || mint === undefined || authority === undefined)
    return null;
  if (data.length < amountAt + 8) return null;
  return { kind: 'move', source, destination, mint, authority, amount: uint64At(data, amountAt), withheld };
}

/** Null if the amount is not stated: the account is emptied, which a vault never is. */
function unwrap(data: Uint8Array, accounts: Uint8Array): TokenUnwrap | null {
  const [source, destination] = accounts;
  if (source === undefined || destination === undefined || data[1] !== 1 || data.length < 10) return null;
  return { kind: 'unwrap', source, destination, amount: uint64At(data, 2) };
}

function init(
  account: number | undefined,
  mint: number | undefined,
  owner: number | Uint8Array | undefined,
): TokenInit | null {
  if (account === undefined || mint === undefined || owner === undefined) return null;
  return { kind: 'init', account, mint, owner };
}

function handover(data: Uint8Array, accounts: Uint8Array): TokenHandover | null {
  const [account, authority] = accounts;
  if (data[1] !== ACCOUNT_OWNER || account === undefined || authority === undefined) return null;
  return {
    kind: 'handover',
    account,
    authority,
    newOwner: data[2] === 1 && data.length >= 35 ? data.subarray(3, 35) : null,
  };
}
