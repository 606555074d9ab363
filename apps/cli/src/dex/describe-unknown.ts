import { cleanText, columnsOf, fitTable } from '@tickscope/command-line';
import type {
  CallRole,
  ExplainedCall,
  ExplainedFrame,
  Explanation,
  LayoutSketch,
  NotInferredReason,
} from '@tickscope/dex';
import { dataText, nearMissText } from './describe-calls.js';
import { amountText, positionText, shortText, symbolText } from './text.js';

const REASONS: Record<NotInferredReason, string> = {
  more_than_two_mints: 'more than two mints moved, so it is a route or several swaps',
  both_sides_signed: 'both sides signed, as with a market maker who quotes a price',
  no_pool: 'one program took what was paid and another gave what was received, so no pool holds both',
  side_unknown: 'it is unknown which side traded, or what moved does not fit one swap',
  mints_unknown: 'the token balances are not recorded, so it is unknown which tokens moved',
  inner_instructions_unknown: 'inner instructions are not recorded, so it is unknown what it called',
  addresses_unknown:
    'the addresses of look-up tables are not recorded, so its program and its pool are unknown',
};

/** Swap-like calls without a layout, calls that cannot be read, and instructions of known DEXs without a layout. */
export function describeUnknown(explanation: Explanation, maxWidth: number | null): string[] {
  const frames = new Map(explanation.unknownFrames.map((frame) => [positionText(frame), frame]));
  const calls = explanation.calls.filter(({ role }) => UNKNOWN_ROLES.has(role));
  return calls.map((call) =>
    describeCall(call, frames.get(positionText(call)) ?? null, explanation, maxWidth),
  );
}

/** Roles of calls that are described without being asked for. */
export const UNKNOWN_ROLES: ReadonlySet<CallRole> = new Set(['swap_like', 'unreadable', 'unrecognised']);

/** A call with all its accounts. @param frame of a swap-like or unreadable call */
export function describeCall(
  call: ExplainedCall,
  frame: ExplainedFrame | null,
  explanation: Explanation,
  maxWidth: number | null,
): string {
  const first =
    call.data === '' ? 'no data' : `first byte ${call.data.slice(0, 2)}, data ${dataText(call.data)}`;
  const heading = `Call ${positionText(call)}: ${call.programName ?? 'program'} ${call.programId}\n${first}`;
  return [
    heading,
    ...whyLines(call, frame),
    ...(call.accounts.length === 0
      ? []
      : [fitTable(ACCOUNT_COLUMNS, accountRows(call, explanation), maxWidth).text]),
  ].join('\n');
}

function whyLines({ role, instruction, nearMisses }: ExplainedCall, frame: ExplainedFrame | null): string[] {
  const lines =
    role === 'swap_like'
      ? ['It exchanged one mint for another, but no layout describes it.']
      : role === 'unreadable'
        ? ['It may have swapped, but the source left out what would show it.']
        : role === 'unrecognised'
          ? ['A known DEX, but none of its layouts matches this instruction.']
          : instruction === null
            ? []
            : [`Instruction ${instruction}.`];
  for (const miss of nearMisses) lines.push(`Near miss: ${nearMissText(miss)}.`);
  if (frame === null) return lines;
  if (frame.notInferred !== null)
    lines.push(`${role === 'unreadable' ? 'Not read' : 'Not inferred'}: ${REASONS[frame.notInferred]}.`);
  if (frame.sketch !== null) lines.push(...sketchLines(frame.sketch));
  return lines;
}

const AMOUNT_NAMES: Record<LayoutSketch['amounts'][number]['of'], string> = {
  trader_in: 'what the trader paid',
  trader_out: 'what the trader got',
  pool_in: 'what the pool gained',
  pool_out: 'what the pool lost',
};

function sketchLines(sketch: LayoutSketch): string[] {
  const at = (index: number | null): string => (index === null ? 'none' : String(index));
  const places = [
    `pool ${sketch.pool === null ? 'unknown' : sketch.pool}`,
    `vaults ${at(sketch.vaultIn)} (gained) and ${at(sketch.vaultOut)} (lost)`,
    `trader's accounts ${at(sketch.source)} (paid) and ${at(sketch.destination)} (got)`,
    `authority ${at(sketch.authority)}`,
  ];
  return [
    `Inferred as a swap. A layout would name: ${places.join(', ')}.`,
    ...sketch.amounts.map(({ offset, of }) => `The data has ${AMOUNT_NAMES[of]} at offset ${offset}.`),
  ];
}

const ACCOUNT_COLUMNS = columnsOf('>#', 'account', 'lock', 'mint', 'owner', '>change');

function accountRows(call: ExplainedCall, explanation: Explanation): string[][] {
  const addresses = call.accounts.map((index) => explanation.keys[index]?.address);
  return call.accounts.map((index, at): string[] => {
    const key = explanation.keys[index];
    if (key === undefined) return [String(at), 'not among the keys', '', '', '', ''];
    const { address, isSigner, isWritable, token } = key;
    const change = token === null ? 0n : token.after - token.before;
    return [
      String(at),
      cleanText(address),
      `${isWritable ? 'write' : 'read'}${isSigner ? ', signer' : ''}`,
      token === null ? '' : symbolText(token.mint),
      token === null ? '' : ownerText(token.owner, addresses, explanation),
      token === null || change === 0n
        ? ''
        : `${change > 0n ? '+' : ''}${amountText(change, token.mint, explanation)}`,
    ];
  });
}

/** The owner's index among the call's own accounts, if it is one of them. */
function ownerText(
  owner: string | null,
  addresses: readonly (string | undefined)[],
  { feePayer }: Explanation,
): string {
  const at = owner === null ? -1 : addresses.indexOf(owner);
  const name = owner === feePayer ? 'fee payer' : shortText(owner);
  return at < 0 ? name : `#${at} ${name}`;
}
