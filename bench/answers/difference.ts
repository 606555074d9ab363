import type { Answer } from './ask.js';

/** How much of the two answers a difference shows, around the first character that differs. */
const SHOWN_CHARS = 160;

/** Both answers around the first character that differs; null where they are equal. */
export function differenceOf(expected: Answer, found: Answer): string | null {
  const [before, after] = [expected, found].map(textOf) as [string, string];
  if (before === after) return null;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - SHOWN_CHARS / 2), at + SHOWN_CHARS / 2);
  return `  recorded: …${around(before)}…\n  found:    …${around(after)}…`;
}

function textOf({ status, headers, body }: Answer): string {
  return `${status} ${JSON.stringify(headers)} ${body}`;
}
