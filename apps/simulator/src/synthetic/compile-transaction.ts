import { type Account, TokenHolding } from './account.js';
import { collectAccounts, type KeyOrder, orderKeys } from './key-order.js';
import type { TransactionPlan } from './plan.js';
import type { Random } from './random.js';
import type { PlannedError } from './transaction-errors.js';
import type { PlannedInstruction } from './transaction-parts.js';
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

export interface TokenAmount {
  keyIndex: number;
  /** The holding at that time: an account may change its owner later in the block. */
  holding: TokenHolding;
  amount: bigint;
}

/** A transaction with everything in the stream except its position in a block. */
export interface CompiledTransaction extends KeyOrder {
  plan: TransactionPlan;
  signatures: Buffer[];
  recentBlockhash: Buffer;
  instructions: CompiledInstruction[];
  inner: CompiledInner[];
  /** Compute-budget instructions before the plan's own. */
  shift: number;
  feeLamports: number;
  priorityFeeLamports: number;
  preLamports: number[];
  postLamports: number[];
  preTokens: TokenAmount[];
  postTokens: TokenAmount[];
  error: PlannedError | null;
  costUnits: number;
}

const LAMPORTS_PER_SIGNATURE = 5000;

/**
 * Orders the keys of a plan, signs it, charges the fee and applies its moves. Conserves lamports: the accounts' total
 * before equals their total after plus the fee.
 */
export function compileTransaction(
  plan: TransactionPlan,
  world: World,
  recentBlockhash: Buffer,
  random: Random,
): CompiledTransaction {
  const instructions = withComputeBudget(plan, world);
  const shift = instructions.length - plan.instructions.length;
  const order = orderKeys(collectAccounts(plan.payer, instructions), plan.version === 0);
  const { keys } = order;

  const signatures: Buffer[] = [];
  for (let index = 0; index < order.signerCount; index += 1) signatures.push(random.bytes(64));
  const priorityFeeLamports =
    plan.computeUnitPrice === null
      ? 0
      : Math.ceil((plan.computeUnitPrice * (plan.computeUnitLimit ?? 200_000)) / 1_000_000);
  const feeLamports = LAMPORTS_PER_SIGNATURE * signatures.length + priorityFeeLamports;

  const preLamports = lamportsOf(keys);
  const preTokens = tokenAmounts(keys);
  plan.payer.lamports -= feeLamports;
  if (plan.error === null) applyMoves(plan);
  if (plan.payer.lamports < 0) throw new Error(`${plan.kind}: the fee payer pays more lamports than it has`);

  return {
    plan,
    ...order,
    signatures,
    recentBlockhash,
    instructions: compileInstructions(instructions),
    inner: compileInner(plan, shift),
    shift,
    feeLamports,
    priorityFeeLamports,
    preLamports,
    postLamports: lamportsOf(keys),
    preTokens,
    postTokens:
      (plan.tokenMoves.length === 0 && plan.handovers === undefined) || plan.error !== null
        ? preTokens
        : tokenAmounts(keys),
    error: plan.error === null ? null : plan.error(shift),
    costUnits: costUnits(plan, order, instructions),
  };
}

// The loops below run for every account of every transaction; iterators and closures would double their time.

function lamportsOf(keys: readonly Account[]): number[] {
  const lamports = new Array<number>(keys.length);
  for (let index = 0; index < keys.length; index += 1) lamports[index] = keys[index]!.lamports;
  return lamports;
}

function tokenAmounts(keys: readonly Account[]): TokenAmount[] {
  const amounts: TokenAmount[] = [];
  for (let keyIndex = 0; keyIndex < keys.length; keyIndex += 1) {
    const holding = keys[keyIndex]!.token;
    if (holding !== null) amounts.push({ keyIndex, holding, amount: holding.amount });
  }
  return amounts;
}

function compileInstructions(instructions: readonly PlannedInstruction[]): CompiledInstruction[] {
  const compiled: CompiledInstruction[] = [];
  for (const { program, uses, data } of instructions) {
    const accounts = new Uint8Array(uses.length);
    for (let index = 0; index < uses.length; index += 1) accounts[index] = uses[index]!.account.keyIndex;
    compiled.push({ programIndex: program.keyIndex, accounts, data });
  }
  return compiled;
}

/** Adds the compute-budget instructions first; a v1 message has the same values in its config. */
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

function compileInner(plan: TransactionPlan, shift: number): CompiledInner[] {
  const compiled: CompiledInner[] = [];
  for (let index = 0; index < plan.instructions.length; index += 1) {
    const { inner } = plan.instructions[index]!;
    if (inner.length === 0) continue;
    const instructions: CompiledInner['instructions'] = [];
    for (const { program, accounts, data, stackHeight } of inner) {
      const indexes = new Uint8Array(accounts.length);
      for (let at = 0; at < accounts.length; at += 1) indexes[at] = accounts[at]!.keyIndex;
      instructions.push({ programIndex: program.keyIndex, accounts: indexes, data, stackHeight });
    }
    compiled.push({ index: index + shift, instructions });
  }
  return compiled;
}

function applyMoves(plan: TransactionPlan): void {
  for (const { account, holding } of plan.opens ?? []) account.token = holding;
  for (const { from, to, lamports } of plan.lamportMoves) {
    from.lamports -= lamports;
    to.lamports += lamports;
    if (from.lamports < 0) throw new Error(`${plan.kind}: an account sends more lamports than it has`);
  }
  for (const { from, to, amount, withheld = 0n } of plan.tokenMoves) {
    if (from?.token) from.token.amount -= amount;
    if (to?.token) to.token.amount += amount - withheld;
    // Wrapped SOL is lamports; what is minted of it was deposited by a transfer before (`SyncNative`).
    if (from?.token?.mint.isNative === true && to !== null) {
      from.lamports -= Number(amount);
      to.lamports += Number(amount);
    }
    if (from?.token && from.token.amount < 0n)
      throw new Error(`${plan.kind}: an account sends more tokens than it has`);
  }
  for (const { account, owner } of plan.handovers ?? [])
    if (account.token !== null) {
      const { mint, amount } = account.token;
      account.token = new TokenHolding(mint, owner, amount);
    }
  for (const { account, to } of plan.closes ?? []) {
    to.lamports += account.lamports;
    account.lamports = 0;
    account.token = null;
  }
}

/** The scheduler's estimate (Agave `cost-model`): signatures, write locks, instruction data, execution. */
function costUnits(
  plan: TransactionPlan,
  order: KeyOrder,
  instructions: readonly PlannedInstruction[],
): number {
  if (plan.isVote) return 3428;
  const { keys, signerCount, readonlySignerCount, readonlyUnsignedCount } = order;
  const writable = order.staticCount - readonlySignerCount - readonlyUnsignedCount;
  const writeLocks = writable + order.loadedWritableCount;
  let dataBytes = 0;
  for (const { data } of instructions) dataBytes += data.length;
  return (
    720 * signerCount + 300 * writeLocks + (dataBytes >> 2) + plan.computeUnits + 8 * (1 + (keys.length >> 2))
  );
}
