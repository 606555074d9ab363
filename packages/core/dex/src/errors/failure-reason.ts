import { programName } from '../explain/program-names.js';
import { ANCHOR_ERRORS, CORE_ERRORS, INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './core-errors.js';
import {
  type ErrorKind,
  type ErrorList,
  type KnownError,
  type ProgramErrors,
  readErrors,
} from './error-list.js';
import { PROGRAM_ERRORS } from './program-errors.js';

/** A failed transaction, as it is stored. */
export interface StoredFailure {
  /** JSON text in the format of RPC nodes. */
  error: string;
  /** The innermost program that the log reports as failed, base58; null if that is not known. */
  program: string | null;
  /** The error as the log names it; null if it does not, or is not known. */
  logName: string | null;
}

/** Why a transaction failed. */
export interface FailureReason {
  /** Index of the outer instruction; null if the transaction failed as a whole. */
  instruction: number | null;
  /** The program that raised the error, base58; null if it is not known, and where no program did. */
  program: string | null;
  /** Its name; null if this package does not know it. */
  label: string | null;
  /** The program's own number; null if the error has none. */
  code: number | null;
  /** Null if neither a list nor the log names it. */
  name: string | null;
  /** Null if no list has the error. */
  kind: ErrorKind | null;
  /** One sentence in English. */
  sentence: string;
}

interface KnownProgram extends ErrorList {
  list: ProgramErrors;
}

const PROGRAMS: ReadonlyMap<string, KnownProgram> = new Map(
  [...CORE_ERRORS, ...PROGRAM_ERRORS].flatMap((list) => {
    const known = { list, ...readErrors(list.errors) };
    return list.ids.map((id): [string, KnownProgram] => [id, known]);
  }),
);
const ANCHOR = readErrors(ANCHOR_ERRORS.errors);

/** Programs made with Anchor number their own errors from here, so that those of the framework are below. */
const ANCHOR_OWN = 6_000;

/**
 * Names the error of a failed transaction. Numbers are passed up unchanged through every caller, so they are looked up
 * under the program that raised them. A name in the log that is on a list goes before the number, which means something
 * else in other releases of some programs.
 *
 * @example
 * ```ts
 * import { failureReason } from '@tickscope/dex';
 *
 * const error = '{"InstructionError":[3,{"Custom":30}]}';
 * const program = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
 * const { label, name, kind } = failureReason({ error, program, logName: null });
 * [label, name, kind]; // => ['Raydium AMM v4', 'ExceededSlippage', 'limit']
 * ```
 */
export function failureReason({ error, program, logName }: StoredFailure): FailureReason {
  const { instruction, variant, code } = parseError(error);
  const label = program === null ? null : labelOf(program);
  const head = { instruction, program, label, code };
  if (code !== null) return numbered(head, code, logName);
  const table = instruction === null ? TRANSACTION_ERRORS : INSTRUCTION_ERRORS;
  const [tabled, meaning] = Object.hasOwn(table, variant) ? table[variant]! : ([null, null] as const);
  const kind = isOutOfCompute(logName) ? 'compute' : tabled;
  // The runtime's text says more than the variant only where a program broke down.
  const told = variant === 'ProgramFailedToComplete' ? (logName ?? meaning) : (meaning ?? logName);
  const reason = kind === 'compute' ? 'compute limit used up' : told;
  const because = reason === null ? '' : `: ${reason}`;
  const who = instruction === null ? 'The transaction' : subject(head);
  return { ...head, name: variant, kind, sentence: `${who} failed with ${variant}${because}.` };
}

type Head = Pick<FailureReason, 'instruction' | 'program' | 'label' | 'code'>;

function numbered(head: Head, code: number, logName: string | null): FailureReason {
  const known = head.program === null ? undefined : PROGRAMS.get(head.program);
  const found = known === undefined ? fromAnchor(code, logName) : fromList(known, code, logName);
  const name = found?.name ?? logName;
  const kind = found?.kind ?? null;
  if (known?.list.quoteUpdate === code) {
    const sentence = `${subject(head)} refused an update of its own quotes: no trade.`;
    return { ...head, name, kind: 'other', sentence };
  }
  const what =
    name === null
      ? `failed with its own error ${code}, ${head.program === null ? 'and which program that was is not recorded' : 'which no list that we know names'}`
      : `${SAYS[kind ?? 'other']} (${name}, error ${code})`;
  return { ...head, name, kind, sentence: `${subject(head)} ${what}.` };
}

const SAYS: Readonly<Record<ErrorKind, string>> = {
  limit: 'refused the trade: the price was outside its limit',
  insufficient_funds: 'stopped: tokens, SOL or rent were lacking',
  pool_state: 'stopped: the pool could not trade in its state',
  deadline: 'stopped: something had expired',
  account: 'stopped: an account was wrong or missing',
  compute: 'stopped: no compute units were left',
  arithmetic: 'stopped: a number was out of range',
  other: 'stopped for a reason of its own',
};

function fromList(known: KnownProgram, code: number, logName: string | null): KnownError | undefined {
  const named = logName === null ? undefined : (known.byName.get(logName) ?? fromAnchor(code, logName));
  if (named !== undefined) return named;
  if (code >= (known.list.movedFrom ?? Infinity)) return undefined;
  const own = known.byCode.get(code);
  return own ?? (usesAnchor(known) && code < ANCHOR_OWN ? ANCHOR.byCode.get(code) : undefined);
}

/** The framework's error, if the log has its name: a number below 6000 may be of a program that was not made with it. */
function fromAnchor(code: number, logName: string | null): KnownError | undefined {
  const error = ANCHOR.byCode.get(code);
  return error?.name === logName ? error : undefined;
}

function usesAnchor({ byCode }: ErrorList): boolean {
  for (const code of byCode.keys()) if (code < ANCHOR_OWN) return false;
  return byCode.size > 0;
}

/** As the runtime words it: the first where a program runs out, the second where a built-in one would. */
function isOutOfCompute(logName: string | null): boolean {
  return logName === 'exceeded CUs meter at BPF instruction' || logName === 'Computational budget exceeded';
}

function labelOf(program: string): string | null {
  return programName(program) ?? PROGRAMS.get(program)?.list.name ?? null;
}

function subject({ program, label, instruction }: Head): string {
  if (label !== null) return label;
  return program === null ? `A program in instruction ${instruction}` : `Program ${program}`;
}

interface ParsedError {
  instruction: number | null;
  /** Name of the variant of `TransactionError`, or of `InstructionError`. */
  variant: string;
  code: number | null;
}

/** A text that is not of the known shape is taken as the name of the error. */
function parseError(error: string): ParsedError {
  const value = parseJson(error);
  if (typeof value === 'string') return { instruction: null, variant: value, code: null };
  const [variant, detail] = onlyEntry(value) ?? [error.slice(0, 100), null];
  if (variant !== 'InstructionError' || !Array.isArray(detail) || !Number.isSafeInteger(detail[0]))
    return { instruction: null, variant, code: null };
  const [instruction, inner] = detail as [number, unknown];
  if (typeof inner === 'string') return { instruction, variant: inner, code: null };
  const [name, code] = onlyEntry(inner) ?? ['InstructionError', null];
  return name === 'Custom' && Number.isSafeInteger(code)
    ? { instruction, variant: name, code: code as number }
    : { instruction, variant: name, code: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function onlyEntry(value: unknown): [string, unknown] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  return entries.length === 1 ? entries[0]! : null;
}
