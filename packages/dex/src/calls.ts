import type { InnerInstruction, Transaction } from '@tickscope/chain';

/** One instruction, outer or inner, in the order in which they ran. */
export interface Call {
  outerIndex: number;
  /** `null` for the outer instruction itself. */
  innerIndex: number | null;
  /** Index of the program among the transaction's keys. */
  program: number;
  accounts: Uint8Array;
  data: Uint8Array;
  /** Index in the list just after the last call that ran under this one. */
  end: number;
  /**
   * Whether `end` is known. Without stack heights (blocks older than Solana 1.14.6) an inner call's end is the
   * end of its outer instruction's calls: the next recognised call bounds it more closely.
   */
  isEndKnown: boolean;
}

/**
 * The calls of a transaction, each outer instruction followed by its inner ones, which validators record depth
 * first. What ran under a call is what follows it with a greater stack height.
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

/** A call of some height ends all open ones of that height and more. */
function closeFrom(open: { call: Call; height: number }[], height: number, at: number): void {
  for (let top = open.at(-1); top !== undefined && top.height >= height; top = open.at(-1)) {
    top.call.end = at;
    open.pop();
  }
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
      // Two groups of one outer instruction: no node sends that, and the caller's lists are not to be changed.
      byOuter[index] = [...known, ...inner];
      isCopy.add(index);
    }
  }
  return byOuter;
}
