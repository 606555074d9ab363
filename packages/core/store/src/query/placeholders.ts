/** The names of the `{name:Type}` placeholders of an SQL text, each once, in the order of their first use. */
export function placeholdersOf(sql: string): string[] {
  const code = sql.replaceAll(/--.*$/gm, '');
  return [...new Set([...code.matchAll(/\{(\w+)\s*:/g)].map(([, name]) => name!))];
}
