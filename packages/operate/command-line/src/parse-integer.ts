import { InvalidArgumentError } from 'commander';

/** Parses a slot of the command line. */
export const parseSlot = parseInteger(0, Number.MAX_SAFE_INTEGER);

/** Parses the value of an option: an integer within bounds. */
export function parseInteger(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`expected an integer from ${min} to ${max}`);
    return value;
  };
}
