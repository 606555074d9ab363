import type { Label } from './label.js';
import {
  addSlot,
  checkedLabel,
  emptyLabel,
  fieldOf,
  parseAttacker,
  parseSignature,
  parseSlot,
  valuesOf,
} from './label-columns.js';
import { LineError, quoted } from './label-error.js';

/**
 * The label of a JSON line. A side is a signature, an object with one, or a list of either; an object may state its slot
 * as well.
 */
export function jsonLabel(line: number, text: string): Label {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError('it is not JSON (one object a line)');
  }
  if (!isObject(value)) throw new LineError('it is not a JSON object');
  const label = emptyLabel(line);
  for (const [name, each] of Object.entries(value)) {
    const field = fieldOf(name);
    if (field === null || each === null || field === 'role' || field === 'signature') continue;
    if (field === 'name') label.name = String(each).slice(0, 200);
    else if (field === 'slot') addSlot(label, parseSlot(each));
    else if (field === 'attackers')
      label.attackers.push(
        ...listOf(each)
          .flatMap((one) => valuesOf(textOf(name, one)))
          .map(parseAttacker),
      );
    else for (const one of listOf(each)) addLegs(label, field, name, one);
  }
  return checkedLabel(label);
}

function addLegs(label: Label, role: 'fronts' | 'victims' | 'backs', name: string, leg: unknown): void {
  if (!isObject(leg)) {
    label[role].push(...valuesOf(textOf(name, leg)).map(parseSignature));
    return;
  }
  const signature = Object.entries(leg).find(([key]) => fieldOf(key) === 'signature')?.[1];
  if (signature === undefined) throw new LineError(`an object in ${quoted(name)} has no signature`);
  label[role].push(parseSignature(textOf(name, signature)));
  const { slot } = leg;
  if (slot !== undefined && slot !== null) addSlot(label, parseSlot(slot));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new LineError(`${quoted(name)} holds something that is no text`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
