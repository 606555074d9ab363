/**
 * Characters that a terminal would interpret, or that hide or reorder nearby text: control characters (C0, DEL,
 * C1), format characters (bidirectional overrides, zero-width), lone surrogates, private use, line separators.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

const MAX_LENGTH = 60;

/** Makes untrusted text (a token's symbol, a label, an error of a server) safe to print on a terminal. */
export function cleanText(text: string, maxLength = MAX_LENGTH): string {
  const clean = [...text.replace(/\s+/gu, ' ').replace(UNSAFE, '').trim()];
  return clean.length <= maxLength ? clean.join('') : `${clean.slice(0, maxLength - 1).join('')}…`;
}

/** JSON that is safe to print: characters that `JSON.stringify` leaves unescaped are replaced by equivalent escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[^\n\P{Cc}]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu,
    (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  );
}

/** East Asian Wide and Fullwidth (Unicode Annex 11), and emoji, by blocks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a clean text takes in a terminal. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) if (!/\p{M}/u.test(character)) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** The width of the terminal that standard output goes to; `null` where it goes to a file or another program. */
export function terminalWidth(): number | null {
  return process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null;
}
