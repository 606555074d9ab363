import { parseAddress } from '@tickscope/command-line';
import { type Command, InvalidArgumentError } from 'commander';

/** The filters that the list of sandwiches and the live feed share. */
export interface SharedFilters {
  pool?: string;
  dex?: string;
  attacker?: string;
  victim?: string;
  intent?: string;
}

export function withSharedFilters(command: Command): Command {
  return command
    .option('--pool <address>', 'only in this pool', parseAddress)
    .option('--dex <name>', 'only on this DEX, for example "Raydium CPMM"')
    .option('--attacker <address>', 'only by this wallet', parseAddress)
    .option('--victim <address>', 'only around trades of this wallet', parseAddress)
    .option('--intent <names>', 'only these: proven, likely, unknown, with commas between', oneOf(INTENTS));
}

const INTENTS = ['proven', 'likely', 'unknown'];
export const CONFIDENCES = ['exact', 'loose', 'suspected'];

/** Parses names with commas between them. */
export function oneOf(names: readonly string[]): (text: string) => string {
  return (text) => {
    const given = text.split(',').map((name) => name.trim());
    if (given.some((name) => !names.includes(name)))
      throw new InvalidArgumentError(`expected ${names.join(', ')}, or several with commas between`);
    return [...new Set(given)].join(',');
  };
}

/** Parses an amount of SOL; the text is kept, so that it stays exact. */
export function parseSol(text: string): string {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text))
    throw new InvalidArgumentError('expected an amount of SOL, such as 0.01');
  return text;
}
