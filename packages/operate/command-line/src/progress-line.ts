const ERASE_LINE = '\r\u001b[2K';
const REDRAW_EVERY_MS = 100;

/** A line on standard error that is rewritten in place on a terminal; elsewhere lines now and then, or nothing. */
export interface ProgressLine {
  /** A step that begins. */
  show(text: string): void;
  /** How far it is: shown no more often than can be read. */
  update(text: string): void;
  clear(): void;
}

/** @param linesEveryMs where the stream is no terminal: a line for each step, and between them so often; null: none */
export function progressLine(
  linesEveryMs: number | null = null,
  stream: NodeJS.WriteStream = process.stderr,
): ProgressLine {
  let shownAt = stream.isTTY ? 0 : Date.now();
  let isShown = false;
  const show = (text: string): void => {
    shownAt = Date.now();
    if (stream.isTTY) stream.write(`${ERASE_LINE}${text.slice(0, Math.max(1, (stream.columns || 80) - 1))}`);
    else if (linesEveryMs !== null) stream.write(`${text}\n`);
    isShown = stream.isTTY;
  };
  return {
    show,
    update(text) {
      const pauseMs = stream.isTTY ? REDRAW_EVERY_MS : (linesEveryMs ?? Number.POSITIVE_INFINITY);
      if (Date.now() - shownAt >= pauseMs) show(text);
    },
    clear() {
      if (isShown) stream.write(ERASE_LINE);
      isShown = false;
    },
  };
}
