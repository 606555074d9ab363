import type { Address } from '@tickscope/chain';
import {
  type ApiFlags,
  apiOf,
  parseAddress,
  parseInteger,
  printAnswer,
  withApi,
} from '@tickscope/command-line';
import { Command, Option } from 'commander';
import { describeAttacker, describeRanking } from '../attackers/report.js';

interface AttackerFlags extends ApiFlags {
  days: number;
  all?: boolean;
}

interface RankingFlags extends ApiFlags {
  period: string;
  by: string;
  limit: number;
}

export function attackerCommand(): Command {
  return withApi(
    new Command('attacker')
      .description(
        'What a wallet earned with sandwiches around any victims: where, when, with which wallets. Asks the running API.',
      )
      .argument('<wallet>', 'its address', parseAddress)
      .option('--days <count>', 'days up to the newest stored block, 1 to 4', parseInteger(1, 4), 1)
      .option('--all', 'every pool, leader, day and token, not only the first five of each'),
  ).action(async (address: Address, flags: AttackerFlags) => {
    const { data } = await (await apiOf(flags)).call('getAttacker', {
      pathParameters: { address },
      queryParameters: { time_range_days: String(flags.days) },
    });
    printAnswer(flags, data, (_, maxWidth, paint) =>
      describeAttacker(data, flags.all === true, maxWidth, paint),
    );
  });
}

export function attackersCommand(): Command {
  return withApi(
    new Command('attackers')
      .description(
        'The wallets that earned most with sandwiches, made most, or hit most victims. Asks the running API.',
      )
      .addOption(
        new Option('--period <hours>', 'up to the newest stored block')
          .choices(['1h', '6h', '24h'])
          .default('24h'),
      )
      .addOption(
        new Option('--by <what>', 'the order, most first')
          .choices(['gain', 'sandwiches', 'victims'])
          .default('gain'),
      )
      .option('--limit <count>', 'how many, 1 to 100', parseInteger(1, 100), 20),
  ).action(async ({ period, by, limit, ...flags }: RankingFlags) => {
    const queryParameters = { period, by, limit: String(limit) };
    const { data } = await (await apiOf(flags)).call('listAttackers', { queryParameters });
    printAnswer(flags, data, describeRanking);
  });
}
