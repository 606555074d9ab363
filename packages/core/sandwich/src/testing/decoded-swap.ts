import { extractTrades, type RouteLimit, type Swap } from '@tickscope/dex';
import { clmmSwap, dammV2Swap, dlmmSwap, whirlpoolTraded } from '@tickscope/testkit/swap-events';
import { address, TransactionBuilder, u64 } from '@tickscope/testkit/transaction-builder';

/** How a program is called, and where its event of the swap goes. */
interface Writer {
  /** Pool, authority, the trader's accounts and the vaults in the places of the layout. */
  accounts(call: Call): string[];
  data(call: Call): Uint8Array;
  event(call: Call): Uint8Array;
  /** Null: in the log. */
  eventAuthority: string | null;
}

interface Call {
  swap: Swap;
  move: NonNullable<Swap['priceMove']>;
  /** The least output; 0: none. */
  least: bigint;
  /** The trader's accounts of the pool's first and second token, then those that it pays from and to. */
  a: string;
  b: string;
  from: string;
  to: string;
}

const SWAP = Buffer.from('f8c69e91e17587c8', 'hex');
const Q64 = 2 ** 64;
const whole = (root: number | null): bigint => BigInt((root ?? 0) * Q64);
const flag = (value: boolean): Uint8Array => Uint8Array.of(value ? 1 : 0);
const amounts = ({ swap, least }: Call): Uint8Array => Buffer.concat([SWAP, u64(swap.poolIn), u64(least)]);
const vaults = ({ swap: { pool } }: Call): [string, string] => [`${pool}.vault.a`, `${pool}.vault.b`];
const both = ({ swap, move }: Call): [bigint, bigint] =>
  move.falls ? [swap.poolIn, swap.poolOut] : [swap.poolOut, swap.poolIn];
const poolOf = ({ swap }: Call): string => address(swap.pool);

const WRITERS: Readonly<Record<string, Writer>> = {
  'Orca Whirlpool': {
    accounts: (call) => {
      const [vaultA, vaultB] = vaults(call);
      return ['token program', call.swap.trader, call.swap.pool, call.a, vaultA, call.b, vaultB];
    },
    data: (call) => Buffer.concat([amounts(call), new Uint8Array(16), flag(true), flag(call.move.falls)]),
    event: (call) =>
      whirlpoolTraded({
        ...{ pool: poolOf(call), aToB: call.move.falls },
        ...{ before: whole(call.move.before), after: whole(call.move.after) },
        ...{ input: call.swap.poolIn, output: call.swap.poolOut },
        ...{ lpFee: call.move.feeIn ?? 0n, protocolFee: 0n },
      }),
    eventAuthority: null,
  },
  'Raydium CLMM': {
    accounts: (call) => {
      const [vaultA, vaultB] = vaults(call);
      const ordered = call.move.falls ? [vaultA, vaultB] : [vaultB, vaultA];
      return [call.swap.trader, 'config', call.swap.pool, call.from, call.to, ...ordered];
    },
    data: (call) => Buffer.concat([amounts(call), new Uint8Array(16), flag(true)]),
    event: (call) => {
      const fee = call.move.feeIn ?? 0n;
      return clmmSwap({
        ...{ pool: poolOf(call), zeroForOne: call.move.falls, amounts: both(call) },
        ...{ after: whole(call.move.after), liquidity: BigInt(call.move.liquidity ?? 0) },
        fees: call.move.falls ? [fee, 0n] : [0n, fee],
      });
    },
    eventAuthority: null,
  },
  'Meteora DAMM v2': {
    accounts: (call) => [
      ...['pool authority', call.swap.pool, call.from, call.to, ...vaults(call)],
      ...['mint a', 'mint b', call.swap.trader],
    ],
    data: amounts,
    event: (call) =>
      dammV2Swap({
        ...{ pool: poolOf(call), aToB: call.move.falls },
        ...{ input: call.swap.poolIn, inputWithoutFee: call.swap.poolIn, output: call.swap.poolOut },
        ...{ after: whole(call.move.after), fees: [call.move.feeOut ?? 0n, 0n, 0n, 0n] },
      }),
    eventAuthority: 'event authority',
  },
  'Meteora DLMM': {
    accounts: (call) => [
      ...[call.swap.pool, 'bitmap', ...vaults(call), call.from, call.to],
      ...['mint a', 'mint b', 'oracle', 'host', call.swap.trader],
    ],
    data: amounts,
    event: (call) =>
      dlmmSwap({
        ...{ pool: poolOf(call), xToY: call.move.falls },
        bins: [call.move.before ?? 0, call.move.after],
        ...{ input: call.swap.poolIn, output: call.swap.poolOut, fee: call.move.feeIn ?? 0n },
      }),
    eventAuthority: 'event authority',
  },
};

const RICH = 10n ** 18n;

/** OKX's `swap`: what is paid, the quote, the least output. The fifth account is the mint of the output. */
function okxSwap(paid: bigint, { quoted, amount }: RouteLimit): Uint8Array {
  return Buffer.concat([SWAP, u64(paid), u64(quoted ?? 0n), u64(amount)]);
}

/** A swap as the decoder reads it, written as its program's instruction, transfers and event. */
export function decodedSwap(swap: Swap): Swap {
  const writer = WRITERS[swap.dexName];
  const move = swap.priceMove;
  if (writer === undefined || move === null) throw new Error(`${swap.dexName} cannot be written`);
  const [mintA, mintB] = move.falls ? [swap.mintIn, swap.mintOut] : [swap.mintOut, swap.mintIn];
  const { trader, pool, programId, routeLimit } = swap;
  const [a, b] = [`${trader}.a`, `${trader}.b`];
  const [from, to] = move.falls ? [a, b] : [b, a];
  const call: Call = { swap, move, least: swap.limit?.amount ?? 0n, a, b, from, to };
  const [vaultA, vaultB] = vaults(call);
  const [vaultIn, vaultOut] = move.falls ? [vaultA, vaultB] : [vaultB, vaultA];
  const builder = new TransactionBuilder(trader)
    .token(a, mintA, trader, RICH)
    .token(b, mintB, trader, RICH)
    .token(vaultA, mintA, pool, RICH)
    .token(vaultB, mintB, pool, RICH);
  const isDirect = swap.outerProgramId === programId;
  if (!isDirect) {
    const accounts = [trader, from, to, swap.mintIn, swap.mintOut];
    builder.outer(swap.outerProgramId, accounts, routeLimit === null ? '' : okxSwap(swap.poolIn, routeLimit));
  }
  const height = isDirect ? 1 : 2;
  const [accounts, data] = [writer.accounts(call), writer.data(call)];
  if (isDirect) builder.outer(programId, accounts, data);
  else builder.inner(height, programId, accounts, data);
  if (writer.eventAuthority === null) builder.logs(writer.event(call));
  builder
    .transfer(from, vaultIn, swap.poolIn, { height: height + 1, authority: trader })
    .transfer(vaultOut, to, swap.poolOut, { height: height + 1, authority: pool });
  if (writer.eventAuthority !== null)
    builder.inner(height + 1, programId, [writer.eventAuthority], writer.event(call));
  const { swaps } = extractTrades(swap.slot, { ...builder.build(), index: swap.blockIndex });
  if (swaps.length !== 1) throw new Error(`${swaps.length} swaps were decoded`);
  return swaps[0]!;
}
