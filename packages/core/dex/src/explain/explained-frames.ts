import { parentsOf } from '../calls.js';
import { isMovedByOneProgram } from '../infer-swaps.js';
import type { InferredSwap, TransactionTrades, UnknownFrame } from '../swap.js';
import type { TransactionView } from '../transaction-view.js';
import type { Transfer } from '../transfers.js';
import { mintOfTransfer } from '../unknown-frame.js';
import type { ExplainedFrame, LayoutSketch, NotInferredReason } from './explanation.js';

const FIRST_BYTES = 8;

/** Why each unknown frame was not inferred, or what a layout for it would say. */
export function explainFrames(
  view: TransactionView,
  { unknownFrames, inferred }: Pick<TransactionTrades, 'unknownFrames' | 'inferred'>,
): ExplainedFrame[] {
  return unknownFrames.map((frame): ExplainedFrame => {
    const { outerIndex, innerIndex } = frame;
    const index = view.calls.findIndex(
      (call) => call.outerIndex === outerIndex && call.innerIndex === innerIndex,
    );
    const swap = inferred.find((one) => one.outerIndex === outerIndex && one.innerIndex === innerIndex);
    return {
      outerIndex,
      innerIndex,
      notInferred: frame.isInferred ? null : reasonOf(view, index, frame),
      sketch: swap === undefined ? null : sketchOf(view, index, swap),
    };
  });
}

/** The reason, in the order in which `infer-swaps.ts` rejects a frame. */
function reasonOf(view: TransactionView, frame: number, { lacks }: UnknownFrame): NotInferredReason {
  if (lacks !== null) return `${lacks}_unknown`;
  const transfers = transfersIn(view, frame);
  const mints = new Set(transfers.map((transfer) => mintOfTransfer(view, transfer)));
  if (mints.size > 2) return 'more_than_two_mints';
  const owners = new Set(transfers.flatMap((transfer) => ownersOf(view, transfer)));
  const signers = view.wallets().signers.filter((signer) => owners.has(signer));
  if (signers.length > 1) return 'both_sides_signed';
  const parents = parentsOf(view.calls);
  const isOfOneProgram = transfers.every((one) => isMovedByOneProgram(view, parents, one, transfers[0]!));
  return isOfOneProgram ? 'side_unknown' : 'no_pool';
}

function transfersIn({ calls, movements }: TransactionView, frame: number): Transfer[] {
  const { end } = calls[frame]!;
  return movements.transfers.filter(({ call }) => call > frame && call < end);
}

function ownersOf({ accounts }: TransactionView, { source, destination }: Transfer): string[] {
  return [source, destination].flatMap((account) => accounts.get(account ?? -1)?.owner ?? []);
}

function sketchOf(view: TransactionView, frame: number, swap: InferredSwap): LayoutSketch {
  const { accounts, data } = view.calls[frame]!;
  const texts = [...accounts].map((account) => view.textOf(account));
  const placeOf = (address: string | null): number | null => {
    const at = address === null ? -1 : texts.indexOf(address);
    return at < 0 ? null : at;
  };
  const isVault = swap.pool === swap.vaultIn || swap.pool === swap.vaultOut;
  return {
    firstBytes: Buffer.from(data.subarray(0, FIRST_BYTES)).toString('hex'),
    dataLength: data.length,
    accountCount: accounts.length,
    pool: isVault ? null : placeOf(swap.pool),
    vaultIn: placeOf(swap.vaultIn),
    vaultOut: placeOf(swap.vaultOut),
    source: placeOf(swap.source.account),
    destination: placeOf(swap.destination.account),
    authority: placeOf(swap.authority),
    amounts: amountsIn(data, swap),
  };
}

/** Where the data states an amount of the swap. Small amounts are left out: they occur by chance. */
function amountsIn(data: Uint8Array, swap: InferredSwap): LayoutSketch['amounts'] {
  const wanted = [
    ['trader_in', swap.traderIn],
    ['trader_out', swap.traderOut],
    ['pool_in', swap.poolIn],
    ['pool_out', swap.poolOut],
  ] as const;
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const found: LayoutSketch['amounts'] = [];
  for (let offset = 0; offset + 8 <= view.length; offset += 1) {
    const value = view.readBigUInt64LE(offset);
    const match = value < 0x1_0000n ? undefined : wanted.find(([, amount]) => amount === value);
    if (match !== undefined) found.push({ offset, of: match[0] });
  }
  return found;
}
