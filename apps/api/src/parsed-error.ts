/** The error of a transaction: it is stored, and fetched, as the JSON that a node prints. */
export function parsedError(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
