import stringWidth from 'string-width';

/**
 * Characters that a terminal would interpret, or that hide or reorder nearby text: control characters (C0, DEL,
 * C1), format characters (bidirectional overrides, zero-width), lone surrogates, private use, line separators.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const MAX_LENGTH = 60;
/** More than any sentence of the API has: half of one can say something else. */
const MAX_SENTENCE_LENGTH = 1_000;

/** Makes untrusted text (a token's symbol, a label, an error of a server) safe to print on a terminal. */
export function cleanText(text: string, maxLength = MAX_LENGTH): string {
  const clean = [...text.replace(/\s+/gu, ' ').replace(UNSAFE, '').trim()];
  return clean.length <= maxLength ? clean.join('') : `${clean.slice(0, maxLength - 1).join('')}…`;
}

/** Like `cleanText`, for a sentence or a few of another program. */
export function cleanSentence(text: string): string {
  return cleanText(text, MAX_SENTENCE_LENGTH);
}

/** JSON that is safe to print: characters that `JSON.stringify` leaves unescaped are replaced by equivalent escapes. */
export function printableJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(
    /[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu,
    escaped,
  );
}

/** The name of a file as it can be printed and recognised: what a terminal would interpret is escaped, not removed. */
export function printablePath(path: string): string {
  return path.replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Columns that a clean text takes in a terminal, colours not counted. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The width of the terminal that standard output goes to; `null` where it goes to a file or another program. */
export function terminalWidth(): number | null {
  return process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null;
}
