export type CsvValue = string | number | boolean | null;

/** RFC 4180. Text that a spreadsheet would run as a formula gets an apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n');
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) && !/^-?[\d.]+$/.test(value)
      ? `'${value}`
      : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
