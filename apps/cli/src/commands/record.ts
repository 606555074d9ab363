import { record, type SubscriptionMode } from '@tickscope/pipeline';
import { Command, Option } from 'commander';
import { UsageError } from '../cli-error.js';
import { parseInteger } from '../parse-integer.js';
import { formatBytes, formatCount } from '../table.js';

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
    .option(
      '--from-slot <slot>',
      'replay from this slot, if the server still has it',
      parseInteger(0, Number.MAX_SAFE_INTEGER),
    )
    .action(async (path: string, flags: RecordFlags) => {
      const url = flags.endpoint ?? process.env['GEYSER_ENDPOINT'];
      if (url === undefined || url === '')
        throw new UsageError('name a server: --endpoint URL or GEYSER_ENDPOINT');
      const stopped = new AbortController();
      process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort());
      const report = await record({
        endpoint: { url, xToken: process.env['GEYSER_X_TOKEN'] || null, compression: 'none' },
        mode: flags.mode,
        content: 'full',
        commitment: flags.commitment,
        fromSlot: flags.fromSlot ?? null,
        slots: flags.slots,
        path,
        stallMs: 60_000,
        signal: stopped.signal,
        onProgress({ slots, bytes }) {
          if (process.stderr.isTTY)
            process.stderr.write(`\r\x1b[K${slots} of ${flags.slots} blocks, ${formatBytes(bytes)}`);
        },
      });
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      process.stdout.write(
        `${path}: ${formatCount(report.slots)} blocks, ${formatCount(report.messages)} messages, ${formatBytes(report.bytes)}\n`,
      );
      // The threads of the native gRPC client keep the process alive.
      process.exit();
    });
}
