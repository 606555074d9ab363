import type { Command } from 'commander';
import type { StoreFlags } from '../data-dir.js';
import { EXIT_CODES_HELP } from '../failure.js';
import { type Paint, paintFor } from '../paint.js';
import { note, print } from '../print.js';
import { printableJson, terminalWidth } from '../terminal-text.js';
import { findApi } from './address.js';
import { type ApiClient, openApi } from './client.js';

/** The flags of a command that calls the running API. */
export interface ApiFlags extends StoreFlags {
  apiUrl?: string;
}

/** The options and the help of a command that calls the running API. @param help more, before the common part */
export function withApi(command: Command, help = ''): Command {
  return command
    .option('--json', 'print the data of the API as it is')
    .option('--api-url <url>', 'the API (default: TICKSCOPE_API_URL, else the stack of the data folder)')
    .option('--data-dir <dir>', 'data folder of the running stack (default: .tickscope)')
    .addHelpText(
      'after',
      `${help}
A key goes into TICKSCOPE_API_KEY: on the command line others could read it.
${EXIT_CODES_HELP}`,
    );
}

export async function apiOf(flags: ApiFlags): Promise<ApiClient> {
  return openApi(await findApi(flags), note);
}

/** Prints what the API answered. @param describe called with the width of the terminal, null where there is none */
export function printAnswer<T>(
  { json }: ApiFlags,
  data: T,
  describe: (data: T, maxWidth: number | null, paint: Paint) => string,
): void {
  print(json === true ? printableJson(data) : describe(data, terminalWidth(), paintFor()));
}
