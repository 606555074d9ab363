import type { Address } from '@tickscope/chain';
import { Command, Option } from 'commander';
import { type ApiFlags, findApi } from '../api/address.js';
import { type ApiClient, openApi } from '../api/client.js';
import { API_HELP, withApiOptions } from '../api/options.js';
import { describeAttacker, describeRanking } from '../attackers/report.js';
import { paintFor } from '../paint.js';
import { parseAddress } from '../parse-base58.js';
import { parseInteger } from '../parse-integer.js';
import { print } from '../print.js';
import { printableJson, terminalWidth } from '../terminal-text.js';

interface AttackerFlags extends ApiFlags {
  days: number;
  json?: boolean;
}

interface RankingFlags extends ApiFlags {
  period: string;
  by: string;
  limit: number;
  json?: boolean;
}

async function apiOf(flags: ApiFlags): Promise<ApiClient> {
  return openApi(await findApi(flags), (line) => void process.stderr.write(`${line}\n`));
}

export function attackerCommand(): Command {
  return withApiOptions(
    new Command('attacker')
      .description(
        'What a wallet earned with sandwiches around any victims: where, when, with which wallets. Asks the running API.',
      )
      .argument('<wallet>', 'its address', parseAddress)
      .option('--days <count>', 'days up to the newest stored block, 1 to 4', parseInteger(1, 4), 1),
  )
    .addHelpText('after', API_HELP)
    .action(async (address: Address, flags: AttackerFlags) => {
      const { data } = await (await apiOf(flags)).call('getAttacker', {
        pathParameters: { address },
        queryParameters: { time_range_days: String(flags.days) },
      });
      print(flags.json === true ? printableJson(data) : describeAttacker(data, terminalWidth(), paintFor()));
    });
}

export function attackersCommand(): Command {
  return withApiOptions(
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
  )
    .addHelpText('after', API_HELP)
    .action(async ({ period, by, limit, ...flags }: RankingFlags) => {
      const queryParameters = { period, by, limit: String(limit) };
      const { data } = await (await apiOf(flags)).call('listAttackers', { queryParameters });
      print(flags.json === true ? printableJson(data) : describeRanking(data, terminalWidth(), paintFor()));
    });
}
