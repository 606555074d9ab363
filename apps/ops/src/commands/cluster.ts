import {
  CliError,
  dataDirOf,
  parseInteger,
  print,
  type StoreFlags,
  UsageError,
} from '@tickscope/command-line';
import { MoveError } from '@tickscope/store';
import { Command } from 'commander';
import { interruptible } from '../backup/interruptible.js';
import { StepProgress } from '../backup/step-progress.js';
import { move } from '../cluster/move.js';
import { describeMove } from '../cluster/report.js';
import { MOST_SHARDS } from '../servers.js';

interface MoveFlags extends StoreFlags {
  shards?: number;
  to?: string;
  finish?: boolean;
  rangeSlots?: number;
}

export function clusterCommand(): Command {
  return new Command('cluster')
    .description('A store of several ClickHouse servers.')
    .addCommand(moveCommand());
}

function moveCommand(): Command {
  return new Command('move')
    .description(
      'Copy the store into another number of ClickHouse servers, while it is written and read. Interrupted at any point,\n' +
        'the same command takes it up again. Then stop the ingester, and run it with --finish: it copies the rest,\n' +
        'compares, and the new servers may be used.',
    )
    .option(
      '--shards <n>',
      'move to this many embedded servers of the same data folder',
      parseInteger(1, MOST_SHARDS),
    )
    .option('--to <urls>', 'move to these servers of your own: their URLs in the order of the shards')
    .option('--finish', 'nothing is written any more: copy the rest and end the move')
    .option(
      '--range-slots <n>',
      'slots whose blocks are copied and compared together',
      parseInteger(128, 16_384),
    )
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText(
      'after',
      `
Examples:
  tickscope cluster move --shards 2                        beside the running stack
  tickscope cluster move --shards 2 --finish               after it was stopped; then "tickscope up"
  CLICKHOUSE_URL=http://one:8123 CLICKHOUSE_USER=… CLICKHOUSE_PASSWORD=… \\
    tickscope cluster move --to http://two:8123,http://three:8123

The new servers of your own have the same users and passwords. See docs/scaling.md.`,
    )
    .action(async (flags: MoveFlags) => {
      const { shards, to, finish = false, rangeSlots } = flags;
      const dataDir = dataDirOf(flags.dataDir);
      if ((shards === undefined) === (to === undefined))
        throw new UsageError('give either --shards N or --to URL,URL: where to move to');
      const target = to === undefined ? { shards: shards! } : { url: to };
      const report = await interruptible(
        'interrupted; what is copied stays. Run the same command again: it goes on.',
        async (signal) => {
          try {
            return await move({ dataDir, target, finish, rangeSlots, progress: new StepProgress(), signal });
          } catch (error) {
            throw error instanceof MoveError ? new CliError(error.message) : error;
          }
        },
      );
      print(flags.json === true ? JSON.stringify(report) : describeMove(report, nextStep(flags, dataDir)));
    });
}

function nextStep({ shards, to, finish }: MoveFlags, dataDir: string): string {
  if (shards === undefined)
    return finish === true
      ? `Start the ingester and the API with CLICKHOUSE_URL=${to}.`
      : 'Next: stop the ingester, and run the same command with --finish.';
  const folder = `--data-dir ${dataDir}`;
  return finish === true
    ? `Next: tickscope up ${folder}. The servers of before are in ${dataDir}/former, which you may remove.`
    : `Next: stop the stack, and run tickscope cluster move --shards ${shards} --finish ${folder}.`;
}
