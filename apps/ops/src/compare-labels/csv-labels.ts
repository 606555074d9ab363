import type { CsvRow } from '@tickscope/reference';
import type { Label } from './label.js';
import {
  addSlot,
  checkedLabel,
  emptyLabel,
  type Field,
  fieldOf,
  parseAttacker,
  parseSignature,
  parseSlot,
  roleOf,
  valuesOf,
} from './label-columns.js';
import { LineError, quoted } from './label-error.js';

type Columns = readonly (Field | null)[];

/**
 * Labels from CSV records, the first of which names the columns. Either a record for each sandwich, with columns of fronts,
 * victims and backs; or a record for each transaction, with a role, a signature and the sandwich's id, those of a sandwich
 * one after the other.
 */
export async function* csvLabels(
  records: AsyncIterable<CsvRow>,
  fail: (line: number, problem: LineError) => Error,
): AsyncGenerator<Label> {
  let columns: Columns | null = null;
  let open: Label | null = null;
  let line = 1;
  try {
    for await (const record of records) {
      line = record.line;
      if (columns === null) {
        columns = columnsOf(record.cells);
        continue;
      }
      if (record.cells.length !== columns.length)
        throw new LineError(`${record.cells.length} cells, but the heading names ${columns.length}`);
      const label = labelOf(record, columns);
      if (!columns.includes('role')) {
        yield checkedLabel(label);
        continue;
      }
      if (open !== null && open.name === label.name) {
        merge(open, label);
        continue;
      }
      if (open !== null) yield checkedLabel(open);
      open = label;
    }
    if (columns === null) throw new LineError('no heading with the names of columns');
    if (open !== null) yield checkedLabel(open);
  } catch (error) {
    throw error instanceof LineError ? fail(line, error) : error;
  }
}

function columnsOf(names: readonly string[]): Columns {
  const columns = names.map(fieldOf);
  const has = (field: Field): boolean => columns.includes(field);
  if (has('role')) {
    for (const field of ['signature', 'name'] as const)
      if (!has(field))
        throw new LineError(
          `a list with a record for each transaction needs the columns role, signature and id; there are ${namesText(names)}`,
        );
    return columns;
  }
  if (!has('fronts') && !has('victims') && !has('backs'))
    throw new LineError(
      `no column of signatures (frontrun, victims, backrun; or role, signature and id); there are ${namesText(names)}`,
    );
  return columns.map((field) => (field === 'signature' ? null : field));
}

function namesText(names: readonly string[]): string {
  return names.slice(0, 12).map(quoted).join(', ');
}

function labelOf({ line, cells }: CsvRow, columns: Columns): Label {
  const label = emptyLabel(line);
  const role = columns.includes('role') ? roleOfRecord(cells[columns.indexOf('role')]!) : null;
  for (const [at, field] of columns.entries()) {
    const cell = cells[at]!.trim();
    if (field === null || field === 'role' || cell === '') continue;
    if (field === 'name') label.name = cell.slice(0, 200);
    else if (field === 'slot') addSlot(label, parseSlot(cell));
    else if (field === 'signature') label[role!].push(parseSignature(cell));
    // In a record of a transaction, its signer is the attacker only where it is a leg.
    else if (field === 'attackers') {
      if (role !== 'victims') label.attackers.push(...valuesOf(cell).map(parseAttacker));
    } else label[field].push(...valuesOf(cell).map(parseSignature));
  }
  return label;
}

function roleOfRecord(cell: string): 'fronts' | 'victims' | 'backs' {
  const role = roleOf(cell);
  if (role === null) throw new LineError(`${quoted(cell)} is neither front, victim nor back`);
  return role;
}

function merge(label: Label, { fronts, victims, backs, attackers, slots }: Label): void {
  label.fronts.push(...fronts);
  label.victims.push(...victims);
  label.backs.push(...backs);
  label.attackers.push(...attackers.filter((one) => !label.attackers.includes(one)));
  if (slots !== null) addSlot(label, slots.fromSlot);
  checkedLabel(label);
}
