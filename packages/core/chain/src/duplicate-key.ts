/** Matches whole strings and brackets of valid JSON. Never backtracks: linear on hostile text. */
const STRING_OR_BRACKET = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[{}[\]]/g;
const COLON_NEXT = /\s*:/y;

/**
 * Returns a key that an object of the text has twice, or null. `JSON.parse` keeps the last value and other readers the
 * first, so such a text means two things.
 *
 * @param text valid JSON
 */
export function duplicateKey(text: string): string | null {
  /** The keys of each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  STRING_OR_BRACKET.lastIndex = 0;
  for (let match = STRING_OR_BRACKET.exec(text); match !== null; match = STRING_OR_BRACKET.exec(text)) {
    const [token] = match;
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else {
      const keys = open.at(-1) ?? null;
      if (keys === null) continue;
      COLON_NEXT.lastIndex = STRING_OR_BRACKET.lastIndex;
      if (!COLON_NEXT.test(text)) continue;
      const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return null;
}
