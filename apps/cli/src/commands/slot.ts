import { type ApiFlags, apiOf, EXIT, parseInteger, printAnswer, withApi } from '@tickscope/command-line';
import { Command, InvalidArgumentError } from 'commander';
import { queryOf } from '../api/query.js';
import { describeSlot } from '../slot/report.js';

interface SlotFlags extends ApiFlags {
  limit: number;
  fromIndex?: number;
  votes?: boolean;
}

const MOST = 5_000;

export function slotCommand(): Command {
  return withApi(
    new Command('slot')
      .description(
        'A slot with its block: who led it, and its transactions with their ticks and their parts in sandwiches.\n' +
          'A slot without a block says why. Asks the running API.',
      )
      .argument('<slot>', 'any slot, stored or not', parseSlot)
      .option('--limit <count>', `transactions, up to ${MOST}`, parseInteger(1, MOST), 50)
      .option('--from-index <index>', 'the first index in the block', parseInteger(0, 999_999_999))
      .option('--votes', 'list votes, too'),
  ).action(async (slot: string, flags: SlotFlags) => {
    const { data } = await (await apiOf(flags)).call('getSlot', {
      pathParameters: { slot },
      queryParameters: queryOf({
        limit: flags.limit,
        from_index: flags.fromIndex,
        votes: String(flags.votes === true),
      }),
    });
    printAnswer(flags, data, describeSlot);
    // Said above, with the reason; that the chain has no block in it is an answer.
    if (data.state === 'not_stored' || data.state === 'missing') process.exitCode = EXIT.notFound;
  });
}

function parseSlot(text: string): string {
  const digits = text.replaceAll(/[,_\s]/g, '');
  if (!/^(0|[1-9]\d{0,14})$/.test(digits))
    throw new InvalidArgumentError('expected a slot, such as 370537741');
  return digits;
}
