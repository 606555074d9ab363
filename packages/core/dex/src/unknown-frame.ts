import { parentsOf } from './calls.js';
import type { Recognised, RecognisedCall } from './recognise.js';
import { isNoPool } from './roles.js';
import type { MissingFact, UnknownFrame } from './swap.js';
import type { TransactionView } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/** @param frame index of the call */
export function unknownFrame(
  view: TransactionView,
  parents: Int32Array,
  frame: number,
  lacks: MissingFact | null,
  isInferred: boolean,
): UnknownFrame {
  const { outerIndex, innerIndex, data } = view.calls[frame]!;
  return {
    slot: view.slot,
    blockIndex: view.tx.index,
    outerIndex,
    innerIndex,
    partIndex: 0,
    programId: nearestProgram(view, parents, frame),
    firstByte: data[0] ?? null,
    isInferred,
    lacks,
  };
}

/** An inner call's program may be among the loaded addresses, which some sources leave out. */
function nearestProgram({ calls, textOf }: TransactionView, parents: Int32Array, frame: number): string {
  for (let at = frame; at >= 0; at = parents[at]!) {
    const program = textOf(calls[at]!.program);
    if (program !== null) return program;
  }
  return '';
}

/** Whether a recognised call moved tokens of which it is not known what they are, so that its swap cannot be read. */
export function lacksMints(
  view: TransactionView,
  { layout }: RecognisedCall,
  own: readonly Transfer[],
): boolean {
  return isTrade(layout.does) && own.some((transfer) => mintOfTransfer(view, transfer) === null);
}

/**
 * The calls that may have swapped where inner instructions are not recorded: those of swap layouts, and those of other
 * programs that name a DEX among their accounts, as a router must.
 */
export function framesWithoutInner(view: TransactionView, { ownerOf }: Recognised): UnknownFrame[] {
  const { calls, roles, meta } = view;
  if (meta.innerInstructions !== null) return [];
  const parents = parentsOf(calls);
  return calls.flatMap((call, index) => {
    const role = roles[call.program];
    const layout = ownerOf[index]?.layout;
    const mayHaveSwapped =
      layout !== undefined
        ? isTrade(layout.does)
        : (role === undefined || isNoPool(role) || role.is === 'dex') &&
          call.accounts.some((account) => account !== call.program && roles[account]?.is === 'dex');
    return mayHaveSwapped ? [unknownFrame(view, parents, index, 'inner_instructions', false)] : [];
  });
}

function isTrade(does: RecognisedCall['layout']['does']): boolean {
  return does === 'swap' || does === 'route' || does === 'curve_trade' || does === 'fill';
}

/** Null if the transaction does not show it. */
export function mintOfTransfer(
  { accounts, textOf }: TransactionView,
  { source, destination, mint }: Transfer,
): string | null {
  const known = accounts.get(source ?? -1)?.mint ?? accounts.get(destination ?? -1)?.mint;
  return known ?? (mint === null ? null : textOf(mint));
}
