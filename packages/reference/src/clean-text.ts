/**
 * Text that somebody else wrote into an account or a message, as it may be shown: without the zeros that pad it, control
 * characters and characters that turn or hide other text, cut to so many characters.
 *
 * @returns `null` when nothing is left
 */
export function cleanText(text: string, mostCharacters: number): string | null {
  const clean = text.replaceAll(UNSHOWN, '').replaceAll(/\s+/gu, ' ').trim();
  // By code points: a cut through a pair would leave half a character.
  const cut = [...clean.slice(0, mostCharacters * 2)].slice(0, mostCharacters).join('').trim();
  return cut === '' ? null : cut;
}

/** Controls but white space, format characters (direction, zero width), surrogates without a partner, private use. */
const UNSHOWN = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\uFFFD]/gu;
