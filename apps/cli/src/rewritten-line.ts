/** A line that is rewritten in place, on a terminal only. */
export function rewrittenLine(): { update(text: string): void; clear(): void } {
  const { stderr } = process;
  let shownAt = 0;
  return {
    update(text) {
      const now = Date.now();
      if (!stderr.isTTY || now - shownAt < 200) return;
      shownAt = now;
      stderr.write(`\r\x1b[K${text}`);
    },
    clear() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
