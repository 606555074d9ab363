/** The parameters of a query, without those that are not given. */
export function queryOf(
  fields: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
