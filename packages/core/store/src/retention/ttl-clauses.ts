/** Clause that `applyRetention` writes, as ClickHouse prints it. `DELETE` is the default and may be printed. */
const RETENTION_CLAUSE = /^inserted_at \+ toIntervalDay\((\d+)\)(?: DELETE)?$/;

/**
 * The clauses of a table's TTL, from `engine_full` of `system.tables`, as ClickHouse prints them. Empty: no TTL.
 */
export function ttlClauses(engineFull: string): string[] {
  const start = positions(engineFull, ' TTL ')[0];
  if (start === undefined) return [];
  const after = engineFull.slice(start + ' TTL '.length);
  const text = after.slice(0, positions(after, ' SETTINGS ')[0] ?? after.length);
  const cuts = positions(text, ',');
  return [0, ...cuts.map((at) => at + 1)].map((from, at) => text.slice(from, cuts[at]).trim());
}

/** Days after which the clause of `applyRetention` drops rows; null if the table has no such clause. */
export function retentionDays(clauses: readonly string[]): number | null {
  for (const clause of clauses) {
    const days = RETENTION_CLAUSE.exec(clause)?.[1];
    if (days !== undefined) return Number(days);
  }
  return null;
}

/** The TTL with other days; clauses that an operator added, such as `TO VOLUME`, stay as they are. */
export function withRetention(clauses: readonly string[], days: number): string {
  return clauses
    .map((clause) => (RETENTION_CLAUSE.test(clause) ? `inserted_at + INTERVAL ${days} DAY` : clause))
    .join(', ');
}

/** Where a text stands outside of quotes and brackets. */
function positions(text: string, searched: string): number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (depth === 0 && text.startsWith(searched, at)) found.push(at);
    if (character === "'" || character === '`') at = endOfQuote(text, at);
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
  }
  return found;
}

function endOfQuote(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== text[from]) at += text[at] === '\\' ? 2 : 1;
  return at;
}
