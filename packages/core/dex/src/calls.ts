import type { InnerInstruction, Transaction } from '@tickscope/chain';

/** One instruction, outer or inner, in execution order. */
export interface Call {
  outerIndex: number;
  /** Null for the outer instruction itself. */
  innerIndex: number | null;
  /** Index of the program among the transaction's keys. */
  program: number;
  accounts: Uint8Array;
  data: Uint8Array;
  /** Index in the list just after the last call made by this one. */
  end: number;
  /**
   * Whether `end` is exact. Without stack heights (blocks older than Solana 1.14.6), an inner call's end is that of its
   * outer instruction's calls; the next recognised call bounds it more tightly.
   */
  isEndKnown: boolean;
}

/**
 * Lists the calls of a transaction, each outer instruction followed by its inner ones, which validators record depth
 * first. The calls made by a call are those after it with a greater stack height.
 */
export function listCalls(tx: Pick<Transaction, 'instructions' | 'meta'>): Call[] {
  const innerOf = innerByOuter(tx);
  const calls: Call[] = [];
  const open: { call: Call; height: number }[] = [];
  for (let outerIndex = 0; outerIndex < tx.instructions.length; outerIndex += 1) {
    const outer = tx.instructions[outerIndex]!;
    const inner = innerOf?.[outerIndex];
    const end = calls.length + 1 + (inner?.length ?? 0);
    calls.push({
      outerIndex,
      innerIndex: null,
      program: outer.programIdIndex,
      accounts: outer.accounts,
      data: outer.data,
      end,
      isEndKnown: true,
    });
    if (inner === undefined) continue;
    const hasHeights = inner.every((ix) => ix.stackHeight !== null);
    open.length = 0;
    for (let innerIndex = 0; innerIndex < inner.length; innerIndex += 1) {
      const ix = inner[innerIndex]!;
      const call: Call = {
        outerIndex,
        innerIndex,
        program: ix.programIdIndex,
        accounts: ix.accounts,
        data: ix.data,
        end,
        isEndKnown: hasHeights,
      };
      if (hasHeights) closeFrom(open, ix.stackHeight!, calls.length);
      calls.push(call);
      if (hasHeights) open.push({ call, height: ix.stackHeight! });
    }
  }
  return calls;
}

/** Ends all open calls of at least this height, because a call of that height follows. */
function closeFrom(open: { call: Call; height: number }[], height: number, at: number): void {
  for (let top = open.at(-1); top !== undefined && top.height >= height; top = open.at(-1)) {
    top.call.end = at;
    open.pop();
  }
}

/** The index of each call's caller; −1 for outer instructions. Without stack heights, an inner call's outer one. */
export function parentsOf(calls: readonly Call[]): Int32Array {
  const parents = new Int32Array(calls.length).fill(-1);
  const open: number[] = [];
  for (let index = 0; index < calls.length; index += 1) {
    const { innerIndex, isEndKnown } = calls[index]!;
    while (open.length > 0 && calls[open.at(-1)!]!.end <= index) open.pop();
    parents[index] = open.at(-1) ?? -1;
    if (innerIndex === null || isEndKnown) open.push(index);
  }
  return parents;
}

function innerByOuter({
  meta,
  instructions,
}: Pick<Transaction, 'instructions' | 'meta'>): (InnerInstruction[] | undefined)[] | null {
  const groups = meta?.innerInstructions;
  if (groups === undefined || groups === null || groups.length === 0) return null;
  const byOuter: (InnerInstruction[] | undefined)[] = new Array(instructions.length);
  const isCopy = new Set<number>();
  for (const { index, instructions: inner } of groups) {
    const known = byOuter[index];
    if (index >= instructions.length) continue;
    if (known === undefined) byOuter[index] = inner;
    else if (isCopy.has(index)) for (const ix of inner) known.push(ix);
    else {
      // Merges two groups for one outer instruction, which no node sends. Copies, because the caller's lists must not
      // change.
      byOuter[index] = [...known, ...inner];
      isCopy.add(index);
    }
  }
  return byOuter;
}
