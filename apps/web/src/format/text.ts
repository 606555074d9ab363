/** `AbCd…WxYz`: enough of an address to recognise it. */
export function shorten(text: string, kept = 4): string {
  return text.length <= 2 * kept + 1 ? text : `${text.slice(0, kept)}…${text.slice(-kept)}`;
}

/** Control characters, those that reorder the text around them, and letters that are not seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]/gu;
/** Marks piled on one letter reach over the lines above and below. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;
const LONGEST_NAME = 40;

/** A name that someone chose, such as a token's symbol: without tricks, and not longer than a name. */
export function nameText(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(/\s+/gu, ' ')
    .replace(PILED_MARKS, '$1')
    .trim();
  if (plain === '') return '(no name)';
  const letters = [...plain];
  return letters.length <= LONGEST_NAME ? plain : `${letters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** `14.5M`, `0.0483`, `1,204.5`: four digits that count. The whole amount is shown on hover. */
export function compactAmount(text: string): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const size = Math.abs(value);
  if (size >= 1e15) return value.toExponential(2);
  if (size >= 1e6) return value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 4 });
  if (size >= 1_000) return value.toLocaleString('en', { maximumFractionDigits: 1 });
  if (size === 0) return '0';
  if (size < 1e-9) return value.toExponential(2);
  return value.toLocaleString('en', {
    maximumSignificantDigits: size < 0.1 ? 3 : 4,
    maximumFractionDigits: 9,
  });
}

/** `5.5 %` of 550 basis points; always one decimal, so that a column lines up. A little is not nothing, and nearly all is not all. */
export function percent(bps: number): string {
  const value = bps / 100;
  if (value > 0 && value < 0.05) return '<0.1 %';
  if (value >= 99.95 && value < 100) return '>99.9 %';
  return `${value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
}

/** `≥ 5.5 %`: a figure that is a lower bound says so wherever it stands. */
export const leastText = (text: string, isLeast: boolean): string => `${isLeast ? '≥ ' : ''}${text}`;

/** `+3`, `0`, `−12`, with a real minus. */
export function signed(value: number): string {
  if (value === 0) return '0';
  return `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en')}`;
}
