import type { Account, LookupTable } from './account.js';
import type { AccountUse, PlannedInstruction, TransactionPlan } from './plan.js';
import type { Random } from './random.js';
import type { PlannedError } from './transaction-errors.js';
import type { World } from './world.js';

export interface CompiledInstruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

export interface CompiledInner {
  /** Index of the outer instruction. */
  index: number;
  instructions: (CompiledInstruction & { stackHeight: number })[];
}

export interface CompiledLookup {
  table: LookupTable;
  writable: Uint8Array;
  readonly: Uint8Array;
}

export interface TokenAmount {
  keyIndex: number;
  account: Account;
  amount: bigint;
}

/** A transaction with everything that the stream tells of it, except its place in a block. */
export interface CompiledTransaction {
  plan: TransactionPlan;
  /** Static keys, then loaded writable, then loaded readonly ones. */
  keys: Account[];
  staticCount: number;
  loadedWritableCount: number;
  signerCount: number;
  readonlySignerCount: number;
  readonlyUnsignedCount: number;
  signatures: Buffer[];
  recentBlockhash: Buffer;
  instructions: CompiledInstruction[];
  lookups: CompiledLookup[];
  inner: CompiledInner[];
  feeLamports: number;
  priorityFeeLamports: number;
  preLamports: number[];
  postLamports: number[];
  preTokens: TokenAmount[];
  postTokens: TokenAmount[];
  error: PlannedError | null;
  costUnits: number;
}

const SIGNER = 1;
const WRITABLE = 2;
const PROGRAM = 4;
const LAMPORTS_PER_SIGNATURE = 5000;

let stamp = 0;

/**
 * Orders the keys of a plan, signs it, takes the fee and moves what it moves. Lamports are neither made nor
 * lost: what its accounts have before is what they have after plus the fee.
 */
export function compileTransaction(
  plan: TransactionPlan,
  world: World,
  recentBlockhash: Buffer,
  random: Random,
): CompiledTransaction {
  const instructions = withComputeBudget(plan, world);
  const shift = instructions.length - plan.instructions.length;
  const accounts = collectAccounts(plan.payer, instructions);
  const order = orderKeys(accounts, plan.version === 0);
  const { keys } = order;

  const signatures = Array.from({ length: order.signerCount }, () => random.bytes(64));
  const priorityFeeLamports =
    plan.computeUnitPrice === null
      ? 0
      : Math.ceil((plan.computeUnitPrice * (plan.computeUnitLimit ?? 200_000)) / 1_000_000);
  const feeLamports = LAMPORTS_PER_SIGNATURE * signatures.length + priorityFeeLamports;

  const preLamports = keys.map(({ lamports }) => lamports);
  const preTokens = tokenAmounts(keys);
  plan.payer.lamports -= feeLamports;
  if (plan.error === null) applyMoves(plan);
  if (plan.payer.lamports < 0) throw new Error(`${plan.kind}: the fee payer cannot pay`);

  return {
    plan,
    ...order,
    signatures,
    recentBlockhash,
    instructions: instructions.map((instruction) => ({
      programIndex: instruction.program.keyIndex,
      accounts: Uint8Array.from(instruction.uses, ({ account }) => account.keyIndex),
      data: instruction.data,
    })),
    inner: compileInner(plan, shift),
    feeLamports,
    priorityFeeLamports,
    preLamports,
    postLamports: keys.map(({ lamports }) => lamports),
    preTokens,
    postTokens: plan.tokenMoves.length === 0 || plan.error !== null ? preTokens : tokenAmounts(keys),
    error: plan.error === null ? null : plan.error(shift),
    costUnits: costUnits(plan, order, instructions),
  };
}

/** Instructions of the compute-budget program come first; a v1 message carries the same in its config. */
function withComputeBudget(plan: TransactionPlan, world: World): PlannedInstruction[] {
  if (plan.version === 1 || (plan.computeUnitLimit === null && plan.computeUnitPrice === null))
    return plan.instructions;
  const before: PlannedInstruction[] = [];
  const program = world.programs.computeBudget;
  if (plan.computeUnitLimit !== null) {
    const data = Buffer.alloc(5);
    data[0] = 2;
    data.writeUInt32LE(plan.computeUnitLimit, 1);
    before.push({ program, uses: [], data, inner: [] });
  }
  if (plan.computeUnitPrice !== null) {
    const data = Buffer.alloc(9);
    data[0] = 3;
    data.writeUInt32LE(plan.computeUnitPrice % 2 ** 32, 1);
    data.writeUInt32LE(Math.floor(plan.computeUnitPrice / 2 ** 32), 5);
    before.push({ program, uses: [], data, inner: [] });
  }
  return [...before, ...plan.instructions];
}

/** Every account once, with what any use of it asks for, in order of first use. */
function collectAccounts(payer: Account, instructions: readonly PlannedInstruction[]): Account[] {
  stamp += 1;
  const accounts: Account[] = [];
  const add = (account: Account, flags: number): void => {
    if (account.stamp !== stamp) {
      account.stamp = stamp;
      account.flags = flags;
      accounts.push(account);
    } else account.flags |= flags;
  };
  const use = ({ account, isSigner, isWritable }: AccountUse): void =>
    add(account, (isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0));

  add(payer, SIGNER | WRITABLE);
  for (const instruction of instructions) {
    for (const item of instruction.uses) use(item);
    add(instruction.program, PROGRAM);
    for (const inner of instruction.inner) {
      add(inner.program, 0);
      for (const account of inner.accounts)
        if (account.stamp !== stamp) throw new Error('an inner instruction uses an account its caller lacks');
    }
  }
  return accounts;
}

type KeyOrder = Pick<
  CompiledTransaction,
  | 'keys'
  | 'staticCount'
  | 'loadedWritableCount'
  | 'signerCount'
  | 'readonlySignerCount'
  | 'readonlyUnsignedCount'
  | 'lookups'
>;

/** Key order of a message: writable signers (the payer first), readonly signers, writable, readonly, loaded. */
function orderKeys(accounts: readonly Account[], mayLoad: boolean): KeyOrder {
  const writableSigners: Account[] = [];
  const readonlySigners: Account[] = [];
  const writables: Account[] = [];
  const readonlies: Account[] = [];
  const loaded: Account[] = [];
  for (const account of accounts) {
    const { flags } = account;
    if (flags & SIGNER) (flags & WRITABLE ? writableSigners : readonlySigners).push(account);
    else if (mayLoad && account.table !== null && !(flags & PROGRAM)) loaded.push(account);
    else (flags & WRITABLE ? writables : readonlies).push(account);
  }
  const keys = [...writableSigners, ...readonlySigners, ...writables, ...readonlies];
  const staticCount = keys.length;
  const lookups = loaded.length === 0 ? [] : lookupsOf(loaded);
  for (const { table, writable } of lookups) for (const index of writable) keys.push(table.entries[index]!);
  const loadedWritableCount = keys.length - staticCount;
  for (const { table, readonly } of lookups) for (const index of readonly) keys.push(table.entries[index]!);
  for (let index = 0; index < keys.length; index += 1) keys[index]!.keyIndex = index;
  return {
    keys,
    staticCount,
    loadedWritableCount,
    signerCount: writableSigners.length + readonlySigners.length,
    readonlySignerCount: readonlySigners.length,
    readonlyUnsignedCount: readonlies.length,
    lookups,
  };
}

function lookupsOf(loaded: readonly Account[]): CompiledLookup[] {
  const tables = new Set<LookupTable>();
  for (const { table } of loaded) if (table !== null) tables.add(table);
  return Array.from(tables, (table) => {
    const ofTable = loaded.filter((account) => account.table === table);
    const indexes = (isWritable: boolean): Uint8Array =>
      Uint8Array.from(
        ofTable.filter(({ flags }) => ((flags & WRITABLE) !== 0) === isWritable),
        ({ tableIndex }) => tableIndex,
      );
    return { table, writable: indexes(true), readonly: indexes(false) };
  });
}

function compileInner(plan: TransactionPlan, shift: number): CompiledInner[] {
  const compiled: CompiledInner[] = [];
  for (const [index, { inner }] of plan.instructions.entries())
    if (inner.length > 0)
      compiled.push({
        index: index + shift,
        instructions: inner.map(({ program, accounts, data, stackHeight }) => ({
          programIndex: program.keyIndex,
          accounts: Uint8Array.from(accounts, ({ keyIndex }) => keyIndex),
          data,
          stackHeight,
        })),
      });
  return compiled;
}

function applyMoves(plan: TransactionPlan): void {
  for (const { from, to, lamports } of plan.lamportMoves) {
    from.lamports -= lamports;
    to.lamports += lamports;
    if (from.lamports < 0) throw new Error(`${plan.kind}: moves lamports that are not there`);
  }
  for (const { from, to, amount } of plan.tokenMoves) {
    if (from?.token) from.token.amount -= amount;
    if (to?.token) to.token.amount += amount;
    if (from?.token && from.token.amount < 0n)
      throw new Error(`${plan.kind}: moves tokens that are not there`);
  }
}

function tokenAmounts(keys: readonly Account[]): TokenAmount[] {
  const amounts: TokenAmount[] = [];
  for (const [keyIndex, account] of keys.entries())
    if (account.token !== null) amounts.push({ keyIndex, account, amount: account.token.amount });
  return amounts;
}

/** The scheduler's estimate (Agave `cost-model`): signatures, write locks, instruction data, execution. */
function costUnits(
  plan: TransactionPlan,
  {
    keys,
    signerCount,
    readonlySignerCount,
    readonlyUnsignedCount,
    staticCount,
    loadedWritableCount,
  }: KeyOrder,
  instructions: readonly PlannedInstruction[],
): number {
  if (plan.isVote) return 3428;
  const writeLocks = staticCount - readonlySignerCount - readonlyUnsignedCount + loadedWritableCount;
  let dataBytes = 0;
  for (const { data } of instructions) dataBytes += data.length;
  return (
    720 * signerCount + 300 * writeLocks + (dataBytes >> 2) + plan.computeUnits + 8 * (1 + (keys.length >> 2))
  );
}
