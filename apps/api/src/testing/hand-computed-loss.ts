import { createHash } from 'node:crypto';
import { accountKeys, type Block, type Instruction, type Transaction, toBase58 } from '@tickscope/chain';
import type { SandwichLabel } from '@tickscope/simulator';

/**
 * Loss of a victim of a planted sandwich, from the balances that the transactions state and the public formulas of
 * PumpSwap and Pump.fun (pump-fun/pump-public-docs). Shares no code with the product, nor with the generator.
 */
export interface HandComputed {
  paid: bigint;
  received: bigint;
  /** In the token that it received. */
  loss: bigint;
  /** Amount that a trade which names what it gets paid too much, of the token that it paid. Null for others. */
  paidTooMuch: bigint | null;
}

type Kind = 'buy' | 'buyExact' | 'sell';

/** Reserves that determine the price. */
interface Reserves {
  base: bigint;
  quote: bigint;
}

interface Fill {
  paid: bigint;
  received: bigint;
  next: Reserves;
}

/** A program by its published interface: where its calls have their accounts, and its fees in hundredths of a percent. */
interface Program {
  methods: Record<Kind, string>;
  places: { pool: number; base: number; quote: number; fees(kind: Kind): number[] };
  /** Fees of the quote side: the first stays in the pool. */
  fees: { stays: bigint; leaves: bigint[] };
  quoteIsLamports: boolean;
  /** Difference between the reserve and the vault's balance. */
  virtual: Reserves;
  /** Lamports or tokens that a purchase of so much base needs, without fees. */
  costOf(reserves: Reserves, base: bigint): bigint;
  baseFor(reserves: Reserves, quote: bigint): bigint;
}

const ceil = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

const PUMP_SWAP: Program = {
  methods: { buy: 'buy', buyExact: 'buy_exact_quote_in', sell: 'sell' },
  places: { pool: 0, base: 7, quote: 8, fees: () => [10, 17] },
  fees: { stays: 20n, leaves: [5n, 5n] },
  quoteIsLamports: false,
  virtual: { base: 0n, quote: 0n },
  costOf: ({ base, quote }, wanted) => ceil(quote * wanted, base - wanted),
  baseFor: ({ base, quote }, given) => (base * given) / (quote + given),
};

/** Rent of the curve account: 115 bytes and 128 of every account, at 3,480 lamports a byte and year, for two years. */
const CURVE_RENT = (115n + 128n) * 3_480n * 2n;
const PUMP_FUN: Program = {
  methods: { buy: 'buy', buyExact: 'buy_exact_sol_in', sell: 'sell' },
  places: { pool: 3, base: 4, quote: 3, fees: (kind) => [1, kind === 'sell' ? 8 : 9] },
  fees: { stays: 0n, leaves: [95n, 30n] },
  quoteIsLamports: true,
  // A curve begins with 1,073 million virtual tokens for a supply of 1,000 million, and with 30 virtual SOL.
  virtual: { base: 73_000_000_000_000n, quote: 30_000_000_000n - CURVE_RENT },
  costOf: ({ base, quote }, wanted) => (wanted * quote) / (base - wanted) + 1n,
  baseFor: ({ base, quote }, given) => ((given - 1n) * base) / (quote + given - 1n),
};

const PROGRAMS: Readonly<Record<string, Program>> = {
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA: PUMP_SWAP,
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': PUMP_FUN,
};

interface Call {
  kind: Kind;
  /** The amount that the instruction names first. */
  named: bigint;
  accounts: readonly number[];
}

/**
 * Replays the pool from before the first frontrun to a victim without the attacker's legs. Null where that is not possible by
 * hand: another program, a transaction with several calls of it, or a change that is no swap.
 */
export function handComputedLoss(
  blocks: readonly Block[],
  label: SandwichLabel,
  victim: { slot: number; block_index: number },
): HandComputed | null {
  const program = PROGRAMS[label.program_id];
  if (program === undefined) return null;
  const legs = new Set([...label.fronts, ...label.backs].map(({ signature }) => signature));
  let reserves: Reserves | null = null;
  for (const { slot, transaction } of between(blocks, label.fronts[0]!, victim)) {
    const calls = callsOf(transaction, label);
    if (calls.length === 0) continue;
    const [call] = calls;
    if (calls.length > 1 || call === undefined || call === 'other') return null;
    reserves ??= reservesBefore(transaction, call, program);
    if (legs.has(toBase58(transaction.signatures[0]!))) continue;
    const clean = fill(program, reserves, call);
    if (slot === victim.slot && transaction.index === victim.block_index)
      return lossBy(clean, call, exchanged(transaction, call, program));
    reserves = clean.next;
  }
  return null;
}

function lossBy(clean: Fill, call: Call, { paid, received }: Omit<Fill, 'next'>): HandComputed {
  if (call.kind !== 'buy') return { paid, received, loss: clean.received - received, paidTooMuch: null };
  // At the rate at which it was executed, it is worth so much of what it received.
  const paidTooMuch = paid - clean.paid;
  return { paid, received, loss: (paidTooMuch * received) / paid, paidTooMuch };
}

/** The successful transactions from one position to another, both included. */
function* between(
  blocks: readonly Block[],
  from: { slot: number; block_index: number },
  to: { slot: number; block_index: number },
): Generator<{ slot: number; transaction: Transaction }> {
  for (const { slot, transactions } of blocks) {
    if (slot < from.slot || slot > to.slot) continue;
    for (const transaction of transactions) {
      const { index, meta } = transaction;
      const isBefore = slot === from.slot && index < from.block_index;
      const isAfter = slot === to.slot && index > to.block_index;
      if (!isBefore && !isAfter && meta?.error === null) yield { slot, transaction };
    }
  }
}

/** The calls of the label's program for its pool, at any depth. Its events, which are calls too, have another account first. */
function callsOf(transaction: Transaction, { program_id, pool }: SandwichLabel): (Call | 'other')[] {
  const program = PROGRAMS[program_id]!;
  const keys = accountKeys(transaction).map(toBase58);
  const inner = transaction.meta?.innerInstructions ?? [];
  const all: Instruction[] = [
    ...transaction.instructions,
    ...inner.flatMap(({ instructions }) => instructions),
  ];
  return all
    .filter(({ programIdIndex }) => keys[programIdIndex] === program_id)
    .filter(({ accounts }) => [...accounts].some((at) => keys[at] === pool))
    .map(({ data, accounts }) => {
      const method = Buffer.from(data.subarray(0, 8)).toString('hex');
      const kind = (['buy', 'buyExact', 'sell'] as const).find(
        (one) => discriminator(program.methods[one]) === method,
      );
      if (kind === undefined || keys[accounts[program.places.pool]!] !== pool) return 'other';
      return { kind, named: Buffer.from(data).readBigUInt64LE(8), accounts: [...accounts] };
    });
}

/** As Anchor makes it of a method's name. */
function discriminator(method: string): string {
  return createHash('sha256').update(`global:${method}`).digest('hex').slice(0, 16);
}

function reservesBefore(transaction: Transaction, { accounts }: Call, program: Program): Reserves {
  const { places, virtual } = program;
  const base = balances(transaction, accounts[places.base]!, false).before;
  const quote = balances(transaction, accounts[places.quote]!, program.quoteIsLamports).before;
  return { base: base + virtual.base, quote: quote + virtual.quote };
}

/** Computes the trader's payment and receipt, by what the pool and the takers of fees gained and lost. */
function exchanged(transaction: Transaction, call: Call, program: Program): Omit<Fill, 'next'> {
  const { places, quoteIsLamports } = program;
  const gained = (place: number, isLamports: boolean): bigint => {
    const { before, after } = balances(transaction, call.accounts[place]!, isLamports);
    return after - before;
  };
  const fees = sum(places.fees(call.kind).map((place) => gained(place, quoteIsLamports)));
  const [base, quote] = [gained(places.base, false), gained(places.quote, quoteIsLamports)];
  return call.kind === 'sell'
    ? { paid: base, received: -quote - fees }
    : { paid: quote + fees, received: -base };
}

function balances(
  { meta }: Transaction,
  account: number,
  isLamports: boolean,
): { before: bigint; after: bigint } {
  const { preBalances, postBalances, preTokenBalances, postTokenBalances } = meta!;
  if (isLamports) return { before: preBalances[account]!, after: postBalances[account]! };
  const [before, after] = [preTokenBalances, postTokenBalances].map(
    (all) => all.find(({ accountIndex }) => accountIndex === account)!.amount,
  );
  return { before: before!, after: after! };
}

function fill(program: Program, reserves: Reserves, { kind, named }: Call): Fill {
  const { fees, costOf, baseFor } = program;
  const { base, quote } = reserves;
  const feesOf = (amount: bigint) => {
    const stays = ceil(amount * fees.stays, 10_000n);
    return { stays, all: stays + sum(fees.leaves.map((fee) => ceil(amount * fee, 10_000n))) };
  };
  if (kind === 'sell') {
    const amount = (quote * named) / (base + named);
    const { stays, all } = feesOf(amount);
    return {
      paid: named,
      received: amount - all,
      next: { base: base + named, quote: quote - amount + stays },
    };
  }
  let amount: bigint;
  if (kind === 'buy') amount = costOf(reserves, named);
  else {
    amount = (named * 10_000n) / (10_000n + fees.stays + sum(fees.leaves));
    const { all } = feesOf(amount);
    if (amount + all > named) amount -= amount + all - named;
  }
  const received = kind === 'buy' ? named : baseFor(reserves, amount);
  const { stays, all } = feesOf(amount);
  return { paid: amount + all, received, next: { base: base - received, quote: quote + amount + stays } };
}
