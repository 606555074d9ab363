/** A line on standard error that is rewritten in place, only on a terminal. */
export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

export function progressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  const eraseLine = '\r\u001b[2K';
  let isShown = false;
  return {
    show(text) {
      if (!stream.isTTY) return;
      stream.write(`${eraseLine}${text.slice(0, Math.max(1, (stream.columns || 80) - 1))}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write(eraseLine);
      isShown = false;
    },
  };
}
