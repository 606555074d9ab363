import type { Call } from './calls.js';
import type { DexProgram, InstructionLayout } from './layout.js';
import { layoutOf, type ProgramRole } from './roles.js';

/** A call that matches some program's layout. */
export interface RecognisedCall {
  /** Its index in the list of calls. */
  index: number;
  call: Call;
  program: DexProgram;
  layout: InstructionLayout;
  /** Index in the list just after the last call that belongs to it. */
  end: number;
}

export interface Recognised {
  found: RecognisedCall[];
  /** For each call, the innermost recognised call that contains it or is it; undefined if there is none. */
  ownerOf: (RecognisedCall | undefined)[];
}

export function recogniseCalls(
  calls: readonly Call[],
  roles: readonly (ProgramRole | undefined)[],
): Recognised {
  const found: RecognisedCall[] = [];
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index]!;
    const role = roles[call.program];
    if (role === undefined || role.is !== 'dex') continue;
    const layout = layoutOf(role, call.data, call.accounts.length);
    if (layout !== null) found.push({ index, call, program: role.program, layout, end: call.end });
  }
  boundUnknownEnds(found);
  return { found, ownerOf: owners(calls.length, found) };
}

/** Without stack heights, the calls after a recognised one belong to it until the next recognised one. */
function boundUnknownEnds(found: readonly RecognisedCall[]): void {
  for (let at = 0; at + 1 < found.length; at += 1) {
    const current = found[at]!;
    const next = found[at + 1]!;
    if (!current.call.isEndKnown && next.index < current.end) current.end = next.index;
  }
}

function owners(count: number, found: readonly RecognisedCall[]): (RecognisedCall | undefined)[] {
  const ownerOf: (RecognisedCall | undefined)[] = new Array(count);
  if (found.length === 0) return ownerOf;
  const open: RecognisedCall[] = [];
  let next = 0;
  for (let index = found[0]!.index; index < count; index += 1) {
    while (open.length > 0 && open.at(-1)!.end <= index) open.pop();
    const candidate = found[next];
    if (candidate?.index === index) {
      open.push(candidate);
      next += 1;
    }
    ownerOf[index] = open.at(-1);
  }
  return ownerOf;
}
