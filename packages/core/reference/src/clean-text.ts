/**
 * Sanitises untrusted text from an account or a message for display: removes padding zeros, control characters and
 * characters that reverse or hide other text, and truncates to `mostCharacters`.
 *
 * @returns null if nothing is left
 */
export function cleanText(text: string, mostCharacters: number): string | null {
  const clean = text.replaceAll(UNSHOWN, '').replaceAll(/\s+/gu, ' ').trim();
  // Truncates by code points: cutting a surrogate pair would leave half a character.
  const cut = [...clean.slice(0, mostCharacters * 2)].slice(0, mostCharacters).join('').trim();
  return cut === '' ? null : cut;
}

/** Controls except white space, format characters (direction, zero width), lone surrogates, private use. */
const UNSHOWN = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\uFFFD]/gu;
