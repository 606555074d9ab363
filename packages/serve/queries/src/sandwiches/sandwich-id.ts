import type { SandwichKey } from './stored-sandwiches.js';

const FORMAT = /^(0|[1-9]\d{0,15})\.\d{1,10}\.\d{1,5}\.-?\d{1,5}\.\d{1,3}$/;

/** The key of a sandwich, from its id: the position of its first frontrun leg. Null: the text is no id. */
export function parseSandwichId(text: string): SandwichKey | null {
  const firstSlot = Number(FORMAT.exec(text)?.[1]);
  return Number.isSafeInteger(firstSlot) ? { firstSlot, sandwichId: text } : null;
}
