import {
  counted,
  formatBytes,
  parseInteger,
  parseSlot,
  printAndExit,
  progressLine,
} from '@tickscope/command-line';
import { record, type SubscriptionMode } from '@tickscope/pipeline';
import { Command, Option } from 'commander';
import { chosenEndpoint } from '../geyser-endpoint.js';

interface RecordFlags {
  slots: number;
  endpoint?: string;
  mode: SubscriptionMode;
  commitment: 'processed' | 'confirmed' | 'finalized';
  fromSlot?: number;
}

export function recordCommand(): Command {
  return new Command('record')
    .description('Write a Geyser stream to a file that "tickscope import" reads.')
    .argument('<file>', 'file to write')
    .requiredOption('--slots <count>', 'end after this many blocks', parseInteger(1, Number.MAX_SAFE_INTEGER))
    .option('--endpoint <url>', 'Yellowstone server (default: GEYSER_ENDPOINT; its token: GEYSER_X_TOKEN)')
    .addOption(
      new Option('--mode <mode>', 'whole blocks or single messages')
        .choices(['blocks', 'messages'])
        .default('blocks'),
    )
    .addOption(
      new Option('--commitment <level>', 'how final blocks must be')
        .choices(['processed', 'confirmed', 'finalized'])
        .default('confirmed'),
    )
    .option('--from-slot <slot>', 'replay from this slot, if the server still has it', parseSlot)
    .action(async (path: string, flags: RecordFlags) => {
      const endpoint = chosenEndpoint(flags.endpoint);
      const stopped = new AbortController();
      process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort());
      const progress = progressLine();
      const report = await record({
        endpoint,
        mode: flags.mode,
        content: 'full',
        commitment: flags.commitment,
        fromSlot: flags.fromSlot ?? null,
        slots: flags.slots,
        path,
        stallMs: 60_000,
        signal: stopped.signal,
        onProgress: ({ slots, bytes }) =>
          progress.show(`${slots} of ${flags.slots} blocks, ${formatBytes(bytes)}`),
      });
      progress.clear();
      printAndExit(
        `${path}: ${counted(report.slots, 'block')}, ${counted(report.messages, 'message')}, ${formatBytes(report.bytes)}`,
        0,
      );
    });
}
