import { addTo } from '@tickscope/chain';
import { type Call, parentsOf } from '../calls.js';
import type { DexProgram } from '../layout.js';
import type { Recognised } from '../recognise.js';
import type { InstructionPosition, TransactionTrades } from '../swap.js';
import type { TransactionView } from '../transaction-view.js';
import type { CallRole, ExplainedCall, Movement, NearMiss } from './explanation.js';
import { isUtility, programName, systemInstructionName, tokenInstructionName } from './program-names.js';

/** The calls of a transaction in order, each with its role. */
export function explainCalls(
  view: TransactionView,
  recognised: Recognised,
  trades: TransactionTrades,
): ExplainedCall[] {
  const { calls } = view;
  const parents = parentsOf(calls);
  const depths = new Int32Array(calls.length);
  const decoded = decodedAt(trades);
  const frames = new Map(trades.unknownFrames.map((frame) => [placeOf(frame), frame]));
  const layouts = new Map(recognised.found.map(({ index, layout }) => [index, layout.name]));
  const moves = movesOf(view);
  return calls.map((call, index): ExplainedCall => {
    const parent = parents[index]!;
    depths[index] = parent < 0 ? 0 : depths[parent]! + 1;
    const role = view.roles[call.program];
    const programId = view.textOf(call.program) ?? '';
    const place = placeOf(call);
    const name = layouts.get(index) ?? null;
    const results = decoded.get(place) ?? [];
    const frame = frames.get(place);
    const isSelfCall = parent >= 0 && calls[parent]!.program === call.program;
    return {
      outerIndex: call.outerIndex,
      innerIndex: call.innerIndex,
      depth: depths[index]!,
      programId,
      programName: role?.is === 'dex' ? role.program.name : programName(programId),
      role:
        frame !== undefined
          ? frame.lacks === null
            ? 'swap_like'
            : 'unreadable'
          : name !== null
            ? results.length > 0
              ? 'decoded'
              : 'empty'
            : isSelfCall && role?.is !== 'token' && role?.is !== 'token_2022'
              ? 'event'
              : roleWithoutLayout(role?.is, programId),
      instruction: name ?? commonName(role?.is, call.data),
      decoded: results,
      nearMisses: role?.is === 'dex' && name === null ? nearMisses(role.program, call) : [],
      data: Buffer.from(call.data).toString('hex'),
      accounts: [...call.accounts],
      moves: moves.get(index) ?? [],
    };
  });
}

function roleWithoutLayout(is: string | undefined, programId: string): CallRole {
  switch (is) {
    case 'dex':
      return 'unrecognised';
    case 'token':
    case 'token_2022':
      return 'token';
    case 'system':
    case 'route':
    case 'lending':
      return is;
    default:
      return isUtility(programId) ? 'utility' : 'unknown';
  }
}

function commonName(is: string | undefined, data: Uint8Array): string | null {
  if (is === 'token' || is === 'token_2022') return tokenInstructionName(data);
  return is === 'system' ? systemInstructionName(data) : null;
}

type CallPath = Pick<InstructionPosition, 'outerIndex' | 'innerIndex'>;

function placeOf({ outerIndex, innerIndex }: CallPath): string {
  return `${outerIndex}.${innerIndex ?? ''}`;
}

/** Names of the decoded parts, by their position. */
function decodedAt(trades: TransactionTrades): Map<string, string[]> {
  const at = new Map<string, string[]>();
  const add = (path: CallPath, what: string): void => {
    addTo(at, placeOf(path), what);
  };
  for (const swap of trades.swaps) add(swap, 'swap');
  for (const attempt of trades.attempts) add(attempt, 'attempt');
  for (const event of trades.poolEvents) add(event, event.kind);
  for (const fill of trades.fills) add(fill, 'fill');
  for (const rebate of trades.rebates) add(rebate, 'rebate');
  return at;
}

function nearMisses({ instructions }: DexProgram, { data, accounts }: Call): NearMiss[] {
  return instructions.flatMap((layout): NearMiss[] => {
    const marker = Buffer.from(layout.discriminator, 'hex');
    const at = layout.discriminatorAt ?? 0;
    if (!marker.equals(data.subarray(at, at + marker.length))) return [];
    const lengths = layout.dataLength === undefined ? null : [layout.dataLength].flat();
    const least = layout.minAccounts ?? 0;
    return [
      {
        instruction: layout.name,
        dataLengths: lengths === null || lengths.includes(data.length) ? null : lengths,
        minAccounts: accounts.length < least ? least : null,
      },
    ];
  });
}

function movesOf({ movements, accounts, textOf }: TransactionView): Map<number, Movement[]> {
  const moves = new Map<number, Movement[]>();
  const add = (call: number, move: Movement): void => {
    addTo(moves, call, move);
  };
  for (const { call, source, destination, mint, amount, received } of movements.transfers) {
    const known = accounts.get(source ?? -1)?.mint ?? accounts.get(destination ?? -1)?.mint;
    const named = mint === null ? null : textOf(mint);
    add(call, { kind: 'tokens', mint: known ?? named, source, destination, amount, received });
  }
  for (const { call, source, destination, lamports } of movements.lamports)
    add(call, {
      kind: 'lamports',
      mint: null,
      source,
      destination,
      amount: lamports,
      received: lamports,
    });
  for (const { call, source, destination, amount } of movements.unwraps) {
    const mint = accounts.get(source)?.mint ?? null;
    add(call, { kind: 'unwrap', mint, source, destination, amount, received: amount });
  }
  return moves;
}
