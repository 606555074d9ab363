/**
 * A position in the feed. All readers of the same tables see the feed in the same order: by
 * the insert that brought the row, then by the row within it.
 */
export interface FeedCursor {
  block: number;
  offset: number;
  /**
   * Milliseconds since 1970 by the database's clock. Everything written by then is at or before this position,
   * except inserts that were still under way. A read starts from this time.
   */
  atMs: number;
}

/** The content of an event's `id:` field: the position, and the database that it belongs to. */
export interface ResumeToken {
  position: FeedCursor;
  /** Eight hex digits of the table's id: a recreated table numbers its rows differently. */
  epoch: string;
}

export function compareCursors(left: FeedCursor, right: FeedCursor): number {
  return left.block - right.block || left.offset - right.offset;
}

const VERSION = '1';
const FORMAT =
  /^1-([0-9a-f]{8})-(0|[1-9a-z][0-9a-z]{0,9})-(0|[1-9a-z][0-9a-z]{0,9})-([1-9a-z][0-9a-z]{0,9})$/;

/** Equal tokens have equal texts in every process. */
export function formatResumeToken({ position, epoch }: ResumeToken): string {
  const numbers = [position.block, position.offset, position.atMs].map((number) => number.toString(36));
  return [VERSION, epoch, ...numbers].join('-');
}

/** `null`: the text did not come from `formatResumeToken`. */
export function parseResumeToken(text: string): ResumeToken | null {
  const [, epoch, ...numbers] = FORMAT.exec(text) ?? [];
  const [block, offset, atMs] = numbers.map((digits) => Number.parseInt(digits, 36));
  if (epoch === undefined || block === undefined || offset === undefined || atMs === undefined) return null;
  return [block, offset, atMs].every(Number.isSafeInteger)
    ? { epoch, position: { block, offset, atMs } }
    : null;
}
