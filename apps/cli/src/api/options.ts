import { type Command, Option } from 'commander';
import { EXIT_CODES_HELP } from '../failure.js';

/** The options of a command that calls the running API. */
export function withApiOptions(command: Command): Command {
  return command
    .addOption(new Option('--json', 'print the data of the API as it is'))
    .addOption(
      new Option(
        '--api-url <url>',
        'the API (default: TICKSCOPE_API_URL, else the stack of the data folder)',
      ),
    )
    .addOption(new Option('--data-dir <dir>', 'data folder of the running stack (default: .tickscope)'));
}

export const API_HELP = `
A key goes into TICKSCOPE_API_KEY: on the command line others could read it.
${EXIT_CODES_HELP}`;
