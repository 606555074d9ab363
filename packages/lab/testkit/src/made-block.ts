import {
  assembleBlock,
  type Block,
  type Instruction,
  pubkeyFromBase58,
  type RawEntry,
  type Transaction,
  type TransactionMeta,
  toBase58,
} from '@tickscope/chain';
import { Random } from './random.js';

export interface MadeBlockOptions {
  slot: number;
  parentSlot?: number;
  /** Different seeds give different blocks for one slot. */
  seed?: number;
  transactions?: number;
  /** Keys that its transactions share, for blocks that share them too. Default: 12 keys of its own. */
  accounts?: readonly Uint8Array[];
  content?: Block['content'];
  hasMeta?: boolean;
  model?: 'ticked' | 'alpenglow';
}

const VOTE = pubkeyFromBase58('Vote111111111111111111111111111111111111111');
const BUDGET = pubkeyFromBase58('ComputeBudget111111111111111111111111111111');
const SYSTEM = pubkeyFromBase58('11111111111111111111111111111111');
const LOADER = pubkeyFromBase58('BPFLoaderUpgradeab1e11111111111111111111111');
const TIP = pubkeyFromBase58('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');

/**
 * Creates a whole block with every kind of transaction that the columns distinguish: all versions, several signatures,
 * loaded addresses, demoted programs, failures, budgets, tips, token balances. The same options give the same block;
 * `content` and `hasMeta` only omit parts of it.
 */
export function makeBlock(options: MadeBlockOptions): Block {
  const { slot, seed = 1, content = 'full', hasMeta = true, model = 'ticked' } = options;
  const parentSlot = options.parentSlot ?? slot - 1;
  const random = new Random(seed * 7_919 + slot);
  const ownKeys = Array.from({ length: 12 }, () => random.bytes(32));
  // Leading zero bytes become leading ones in base58.
  ownKeys[0]!.fill(0, 0, 3);
  const pool = options.accounts ?? ownKeys;
  const mints = Array.from({ length: 3 }, () => toBase58(random.bytes(32)));
  const transactions = Array.from({ length: options.transactions ?? 40 }, (_, index) =>
    makeTransaction(random, index, pool, mints),
  );
  const entries = makeEntries(random, transactions.length, slot - parentSlot, model);
  const leader = random.bytes(32);
  const withMeta = hasMeta ? transactions : transactions.map(withoutMeta);
  return assembleBlock({
    slot,
    parentSlot,
    blockhash: entries.at(-1)!.hash,
    parentBlockhash: seed % 3 === 0 ? null : new Random(slot).bytes(32),
    blockTime: seed % 4 === 0 ? null : 1_700_000_000 + (slot % 1_000_000),
    blockHeight: seed % 5 === 0 ? null : slot - 7,
    leader: seed % 2 === 0 ? null : leader,
    source: content === 'no_entries' ? 'rpc' : 'generated',
    entries: content === 'no_entries' ? null : entries,
    transactions: content === 'entries_only' ? null : withMeta,
    promisedTransactions: transactions.length,
    promisedEntries: null,
  });
}

function withoutMeta(tx: Transaction): Transaction {
  const loaded = tx.addressTableLookups.length > 0 ? null : tx.loaded;
  return { ...tx, meta: null, loaded };
}

function makeTransaction(
  random: Random,
  index: number,
  pool: readonly Uint8Array[],
  mints: string[],
): Transaction {
  const version = random.pick(['legacy', 'legacy', 0, 0, 1] as const);
  const signers = random.chance(1, 4) ? 3 : 1;
  const signerKeys = Array.from({ length: signers }, () => random.bytes(32));
  const shared = pool.filter(() => random.chance(1, 3));
  const programs = [BUDGET, SYSTEM, random.chance(1, 8) ? VOTE : random.bytes(32)];
  // One of the shared keys may be called as a program although the header makes it writable.
  const callsShared = shared.length > 0 && random.chance(1, 3);
  if (callsShared && random.chance(1, 2)) programs.push(LOADER);
  const tips = random.chance(1, 4);
  if (tips) shared.push(TIP);
  const staticKeys = [...signerKeys, ...shared, ...programs];
  const hasLookups = version === 0 && random.chance(1, 2);
  const loaded = hasLookups
    ? { writable: [random.bytes(32), random.bytes(32)], readonly: [random.bytes(32)] }
    : { writable: [], readonly: [] };
  const instructions: Instruction[] = [
    {
      programIdIndex: staticKeys.indexOf(programs[2]!),
      accounts: Uint8Array.of(0, 1),
      data: random.bytes(4),
    },
  ];
  if (callsShared)
    instructions.push({ programIdIndex: signers, accounts: Uint8Array.of(0), data: new Uint8Array(0) });
  if (version !== 1 && random.chance(1, 2))
    instructions.push(...budgetOf(random, staticKeys.indexOf(BUDGET)));
  if (tips)
    instructions.push({
      programIdIndex: staticKeys.indexOf(SYSTEM),
      accounts: Uint8Array.of(0, staticKeys.indexOf(TIP)),
      data: transferData(BigInt(random.below(1_000_000))),
    });
  const keyCount = staticKeys.length + loaded.writable.length + loaded.readonly.length;
  return {
    index,
    signatures: signerKeys.map(() => random.bytes(64)),
    version,
    isVote: index % 7 === 3,
    header: {
      numRequiredSignatures: signers,
      numReadonlySigned: signers > 1 ? 1 : 0,
      numReadonlyUnsigned: programs.length,
    },
    staticKeys,
    recentBlockhash: random.bytes(32),
    instructions,
    addressTableLookups: hasLookups
      ? [
          {
            accountKey: random.bytes(32),
            writableIndexes: Uint8Array.of(4, 9),
            readonlyIndexes: Uint8Array.of(1),
          },
        ]
      : [],
    config: version === 1 ? configOf(random) : null,
    loaded,
    meta: makeMeta(random, keyCount, signers, toBase58(signerKeys[0]!), mints),
  };
}

function configOf(random: Random): Transaction['config'] {
  return {
    priorityFeeLamports: random.chance(3, 4) ? BigInt(random.uint32()) : null,
    computeUnitLimit: random.chance(3, 4) ? 1 + random.below(1_400_000) : null,
    loadedAccountsDataSizeLimit: null,
    heapSize: null,
  };
}

function budgetOf(random: Random, programIdIndex: number): Instruction[] {
  const limit = Buffer.alloc(5);
  limit[0] = 2;
  limit.writeUInt32LE(random.below(1_400_000), 1);
  const price = Buffer.alloc(9);
  price[0] = 3;
  // Sometimes beyond 2^53.
  price.writeBigUInt64LE(random.chance(1, 5) ? 2n ** 63n + 1n : BigInt(random.uint32()), 1);
  return [limit, price].map((data) => ({
    programIdIndex,
    accounts: new Uint8Array(0),
    data: new Uint8Array(data),
  }));
}

function transferData(lamports: bigint): Uint8Array {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  return new Uint8Array(data);
}

function makeMeta(
  random: Random,
  keyCount: number,
  signers: number,
  signer: string,
  mints: readonly string[],
): TransactionMeta {
  const balances = (): bigint[] =>
    Array.from({ length: keyCount }, () => BigInt(random.uint32()) * 4_000_000n);
  const tokens = (): TransactionMeta['preTokenBalances'] =>
    mints
      .filter(() => random.chance(1, 2))
      .map((mint, at) => ({
        accountIndex: at,
        mint,
        owner: random.chance(2, 3) ? signer : null,
        programId: null,
        decimals: 6,
        amount: random.chance(1, 4) ? 2n ** 64n - 1n : BigInt(random.uint32()),
      }));
  const error = random.pick([null, null, '"AccountInUse"', '{"InstructionError":[2,{"Custom":6001}]}']);
  return {
    error,
    feeLamports: BigInt(signers * 5_000 + random.below(3) * 1_111),
    preBalances: balances(),
    postBalances: balances(),
    innerInstructions: random.chance(1, 6) ? null : [],
    preTokenBalances: tokens(),
    postTokenBalances: tokens(),
    computeUnits: random.chance(1, 9) ? null : random.below(1_400_000),
    costUnits: random.chance(1, 2) ? null : random.below(1_500_000),
    callLog: null,
    failure: error?.includes('Custom')
      ? { program: signer, name: keyCount % 2 === 0 ? 'NoProfit' : null }
      : null,
  };
}

function makeEntries(
  random: Random,
  count: number,
  slots: number,
  model: 'ticked' | 'alpenglow',
): RawEntry[] {
  const entries: RawEntry[] = [];
  const add = (transactionCount: number): void => {
    const numHashes = model === 'alpenglow' ? 1 : 1 + random.below(60_000);
    entries.push({ numHashes, hash: random.bytes(32), transactionCount });
  };
  const ticks = model === 'alpenglow' ? 1 : slots * 64;
  let left = count;
  for (let tick = 0; tick < ticks; tick += 1) {
    // Transactions come after the skipped slots' ticks: some between any two ticks, the rest before the last.
    const isLast = tick === ticks - 1;
    while (tick >= ticks - 64 && left > 0 && (isLast || random.chance(1, 6))) {
      const size = Math.min(left, 1 + random.below(5));
      add(size);
      left -= size;
    }
    add(0);
  }
  return entries;
}
