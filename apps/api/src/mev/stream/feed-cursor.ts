/**
 * A place in the feed, which has one order for everybody who reads the same tables (migration 0008): the insert that
 * brought the row, and the row within it.
 */
export interface FeedCursor {
  block: number;
  offset: number;
  /**
   * Milliseconds since 1970 by the database's clock: all that was written by then, but for inserts that were still
   * under way, is not after this place. Tells where to begin to look.
   */
  atMs: number;
}

/** What an event's `id:` says: the place, and in which database. */
export interface ResumeToken {
  position: FeedCursor;
  /** Eight hex digits: a table that was made again has other numbers. */
  epoch: string;
}

export function compareCursors(left: FeedCursor, right: FeedCursor): number {
  return left.block - right.block || left.offset - right.offset;
}

const VERSION = '1';
const FORMAT =
  /^1-([0-9a-f]{8})-(0|[1-9a-z][0-9a-z]{0,9})-(0|[1-9a-z][0-9a-z]{0,9})-([1-9a-z][0-9a-z]{0,9})$/;

/** The same place has the same text in every process. */
export function formatResumeToken({ position, epoch }: ResumeToken): string {
  const numbers = [position.block, position.offset, position.atMs].map((number) => number.toString(36));
  return [VERSION, epoch, ...numbers].join('-');
}

/** `null`: not a text that `formatResumeToken` gave. */
export function parseResumeToken(text: string): ResumeToken | null {
  const [, epoch, ...numbers] = FORMAT.exec(text) ?? [];
  const [block, offset, atMs] = numbers.map((digits) => Number.parseInt(digits, 36));
  if (epoch === undefined || block === undefined || offset === undefined || atMs === undefined) return null;
  return [block, offset, atMs].every(Number.isSafeInteger)
    ? { epoch, position: { block, offset, atMs } }
    : null;
}
