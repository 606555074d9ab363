import { Command, InvalidArgumentError } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { queryOf } from '../api/query.js';
import { paintFor } from '../paint.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
import { describeSlot } from '../slot/report.js';
import { printableJson, terminalWidth } from '../terminal-text.js';

interface SlotFlags extends ApiFlags {
  limit: number;
  fromIndex?: number;
  votes?: boolean;
  json?: boolean;
}

const MOST = 5_000;

export function slotCommand(): Command {
  return withApiOptions(
    new Command('slot')
      .description(
        'A slot with its block: who led it, and its transactions with their ticks and their parts in sandwiches.\n' +
          'A slot without a block says why. Asks the running API.',
      )
      .argument('<slot>', 'any slot, stored or not', parseSlot)
      .option('--limit <count>', `transactions, up to ${MOST}`, parseInteger(1, MOST), 50)
      .option('--from-index <index>', 'the first index in the block', parseInteger(0, 999_999_999))
      .option('--votes', 'list votes, too'),
  )
    .addHelpText('after', API_HELP)
    .action(async (slot: string, flags: SlotFlags) => {
      const say = (line: string): void => void process.stderr.write(`${line}\n`);
      const api = openApi(await findApi(flags), say);
      const { data } = await api.call('getSlot', {
        pathParameters: { slot },
        queryParameters: queryOf({
          limit: flags.limit,
          from_index: flags.fromIndex,
          votes: String(flags.votes === true),
        }),
      });
      print(flags.json === true ? printableJson(data) : describeSlot(data, terminalWidth(), paintFor()));
    });
}

function parseSlot(text: string): string {
  const digits = text.replaceAll(/[,_\s]/g, '');
  if (!/^(0|[1-9]\d{0,14})$/.test(digits))
    throw new InvalidArgumentError('expected a slot, such as 370537741');
  return digits;
}
