/**
 * `limit`: the price was outside a limit, or already past a limit price. `insufficient_funds`: tokens, SOL or rent were
 * lacking. `pool_state`: graduated, paused, not open, without liquidity, a stale oracle. `deadline`: an order, blockhash
 * or nonce that had expired. `account`: one that was wrong or missing. `compute`: no compute units were left.
 */
export type ErrorKind =
  | 'limit'
  | 'insufficient_funds'
  | 'pool_state'
  | 'deadline'
  | 'account'
  | 'compute'
  | 'arithmetic'
  | 'other';

/** The numbered errors of a program. */
export interface ProgramErrors {
  name: string;
  /** Base58, of every program with this list. */
  ids: readonly string[];
  /** Repository, commit and file. */
  source?: string;
  /** By kind: `<number> <name>`, parted by commas. */
  errors?: Readonly<Partial<Record<ErrorKind, string>>>;
  /** Numbers from here on meant something else in other releases, so that only a name in the log decides. */
  movedFrom?: number;
  /** With which a market maker's update of its own quotes fails: no trade. */
  quoteUpdate?: number;
}

export interface KnownError {
  code: number;
  name: string;
  kind: ErrorKind;
}

export interface ErrorList {
  byCode: ReadonlyMap<number, KnownError>;
  byName: ReadonlyMap<string, KnownError>;
}

export function readErrors(errors: ProgramErrors['errors'] = {}): ErrorList {
  const byCode = new Map<number, KnownError>();
  const byName = new Map<string, KnownError>();
  for (const [kind, text] of Object.entries(errors) as [ErrorKind, string][])
    for (const [, code, name] of text.matchAll(/(\d+)\s+([^,\s]+)/g)) {
      const error = { code: Number(code), name: name!, kind };
      byCode.set(error.code, error);
      byName.set(error.name, error);
    }
  return { byCode, byName };
}
