import { createHash } from 'node:crypto';
import {
  type Address,
  type InnerInstruction,
  type Instruction,
  isAddress,
  keptCallLog,
  keyToBase58,
  type TokenBalance,
  type Transaction,
} from '@tickscope/chain';
import bs58 from 'bs58';

/**
 * Builds transactions for tests: accounts are named, and tokens are moved in a separate ledger, so that the balances
 * before and after are the reference for the parser's results.
 */
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const SYSTEM = '11111111111111111111111111111111';

interface LedgerAccount {
  mint: string;
  owner: string;
  before: bigint;
  after: bigint;
  /** Neither opened before nor left afterwards: in no balance list. */
  isPassing: boolean;
}

interface PlacedCall {
  program: string;
  accounts: string[];
  data: Uint8Array;
  height: number | null;
  logged: Uint8Array[];
}

/** How a transfer is encoded. */
export interface TransferOptions {
  height?: number | null;
  authority?: string;
  /** Withheld by the mint: a Token-2022 transfer. */
  fee?: bigint;
  /** Writes the fee into the instruction. */
  saysFee?: boolean;
}

/** The address of an account named in a test. Names that are addresses are returned unchanged. */
export function address(name: string): Address {
  return isAddress(name) ? name : keyToBase58(createHash('sha256').update(name).digest());
}

export class TransactionBuilder {
  readonly #signers: string[];
  readonly #tokens = new Map<string, LedgerAccount>();
  readonly #lamports = new Map<string, { before: bigint; after: bigint }>();
  readonly #calls: { outer: PlacedCall; inner: PlacedCall[] }[] = [];

  constructor(...signers: string[]) {
    this.#signers = signers.map(address);
  }

  token(account: string, mint: string, owner: string, amount: bigint): this {
    this.#tokens.set(address(account), {
      mint: address(mint),
      owner: address(owner),
      before: amount,
      after: amount,
      isPassing: false,
    });
    return this;
  }

  /** An account that the transaction opens (by `InitializeAccount3`) and closes. */
  passingToken(account: string, mint: string, owner: string): this {
    this.token(account, mint, owner, 0n);
    this.#tokens.get(address(account))!.isPassing = true;
    return this.outer(TOKEN, [account, mint], Uint8Array.of(18, ...bs58.decode(address(owner))));
  }

  lamports(account: string, amount: bigint): this {
    this.#lamports.set(address(account), { before: amount, after: amount });
    return this;
  }

  outer(program: string, accounts: string[], data: Uint8Array | string): this {
    this.#calls.push({ outer: placed(program, accounts, data, null), inner: [] });
    return this;
  }

  inner(height: number | null, program: string, accounts: string[], data: Uint8Array | string): this {
    this.#calls.at(-1)!.inner.push(placed(program, accounts, data, height));
    return this;
  }

  /** Data that the last call writes to the log. */
  logs(data: Uint8Array): this {
    const { outer, inner } = this.#calls.at(-1)!;
    (inner.at(-1) ?? outer).logged.push(data);
    return this;
  }

  /** A transfer of tokens under the last outer instruction. */
  transfer(from: string, to: string, amount: bigint, options: TransferOptions = {}): this {
    const { height = 2, authority = 'authority', fee = 0n, saysFee = false } = options;
    this.#move(from, to, amount, fee);
    if (fee === 0n) return this.inner(height, TOKEN, [from, to, authority], transferData(amount));
    const mint = this.#tokens.get(address(from))!.mint;
    const data = saysFee
      ? Uint8Array.of(26, 1, ...u64(amount), 6, ...u64(fee))
      : Uint8Array.of(12, ...u64(amount), 6);
    return this.inner(height, TOKEN_2022, [from, mint, to, authority], data);
  }

  /** Two transfers in one call of the token program. */
  batch(height: number, ...transfers: [from: string, to: string, amount: bigint][]): this {
    const parts = transfers.flatMap(([, , amount]) => [3, 9, ...transferData(amount)]);
    for (const [from, to, amount] of transfers) this.#move(from, to, amount, 0n);
    const accounts = transfers.flatMap(([from, to]) => [from, to, 'authority']);
    return this.inner(height, TOKEN, accounts, Uint8Array.of(255, ...parts));
  }

  /** A transfer of tokens as a separate outer instruction. */
  pay(from: string, to: string, amount: bigint, authority: string): this {
    this.#move(from, to, amount, 0n);
    return this.outer(TOKEN, [from, to, authority], transferData(amount));
  }

  systemTransfer(from: string, to: string, lamports: bigint, height = 2): this {
    this.moveLamports(from, to, lamports);
    return this.inner(height, SYSTEM, [from, to], Uint8Array.of(2, 0, 0, 0, ...u64(lamports)));
  }

  /** Lamports that a program moves directly, without an instruction. */
  moveLamports(from: string, to: string, lamports: bigint): this {
    for (const [name, change] of [
      [from, -lamports],
      [to, lamports],
    ] as const) {
      const known = this.#lamports.get(address(name)) ?? { before: 10n ** 12n, after: 10n ** 12n };
      known.after += change;
      this.#lamports.set(address(name), known);
    }
    return this;
  }

  /** An account's gain according to the ledger. */
  change(account: string): bigint {
    const { before, after } = this.#tokens.get(address(account))!;
    return after - before;
  }

  build(error: string | null = null): Transaction {
    const keys = this.#keys();
    const indexOf = (name: string): number => keys.indexOf(address(name));
    const plain = ({ program, accounts, data }: PlacedCall): Instruction => ({
      programIdIndex: indexOf(program),
      accounts: Uint8Array.from(accounts, indexOf),
      data,
    });
    const inner = this.#calls.flatMap(({ inner: calls }, index) => {
      const instructions = calls.map(
        (call): InnerInstruction => ({ ...plain(call), stackHeight: call.height }),
      );
      return calls.length === 0 ? [] : [{ index, instructions }];
    });
    const lamportsOf = (side: 'before' | 'after'): bigint[] =>
      keys.map((key) => this.#lamports.get(key)?.[side] ?? 10n ** 12n);
    return {
      index: 7,
      signatures: this.#signers.map(() => new Uint8Array(64)),
      version: 0,
      isVote: false,
      header: {
        numRequiredSignatures: this.#signers.length,
        numReadonlySigned: 0,
        numReadonlyUnsigned: 0,
      },
      staticKeys: keys.map((key) => bs58.decode(key)),
      recentBlockhash: new Uint8Array(32),
      instructions: this.#calls.map(({ outer }) => plain(outer)),
      addressTableLookups: [],
      config: null,
      loaded: { writable: [], readonly: [] },
      meta: {
        error,
        feeLamports: 5_000n * BigInt(this.#signers.length) + 100n,
        preBalances: lamportsOf('before'),
        postBalances: lamportsOf(error === null ? 'after' : 'before'),
        innerInstructions: inner,
        preTokenBalances: this.#balances(keys, 'before'),
        postTokenBalances: this.#balances(keys, error === null ? 'after' : 'before'),
        computeUnits: null,
        costUnits: null,
        callLog: error === null ? keptCallLog(this.log()) : null,
        failure: null,
      },
    };
  }

  /** The lines with which calls begin, end and write data, as a node writes them. */
  log(): string[] {
    const lines: string[] = [];
    const open: string[] = [];
    const endTo = (depth: number): void => {
      while (open.length > depth) lines.push(`Program ${address(open.pop()!)} success`);
    };
    const begin = ({ program, logged }: PlacedCall, height: number): void => {
      endTo(height - 1);
      open.push(program);
      lines.push(`Program ${address(program)} invoke [${open.length}]`);
      for (const data of logged) lines.push(`Program data: ${Buffer.from(data).toString('base64')}`);
    };
    for (const { outer, inner } of this.#calls) {
      begin(outer, 1);
      for (const call of inner) begin(call, call.height ?? 2);
      endTo(0);
    }
    return lines;
  }

  #move(from: string, to: string, amount: bigint, fee: bigint): void {
    this.#tokens.get(address(from))!.after -= amount;
    this.#tokens.get(address(to))!.after += amount - fee;
  }

  #keys(): string[] {
    const keys = new Set(this.#signers);
    for (const { outer, inner } of this.#calls)
      for (const { program, accounts } of [outer, ...inner])
        for (const name of [program, ...accounts]) keys.add(address(name));
    for (const account of this.#tokens.keys()) keys.add(account);
    for (const account of this.#lamports.keys()) keys.add(account);
    return [...keys];
  }

  #balances(keys: string[], side: 'before' | 'after'): TokenBalance[] {
    return [...this.#tokens].flatMap(([account, { mint, owner, isPassing, ...amounts }]) =>
      isPassing
        ? []
        : [
            {
              accountIndex: keys.indexOf(account),
              mint,
              owner,
              programId: null,
              decimals: 6,
              amount: amounts[side],
            },
          ],
    );
  }
}

function placed(
  program: string,
  accounts: string[],
  data: Uint8Array | string,
  height: number | null,
): PlacedCall {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'hex') : data;
  return { program, accounts, data: bytes, height, logged: [] };
}

function transferData(amount: bigint): Uint8Array {
  return Uint8Array.of(3, ...u64(amount));
}

export function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
