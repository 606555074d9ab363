import { availableParallelism } from 'node:os';
import {
  CliError,
  dataDirOf,
  formatCount,
  parseInteger,
  parseSlot,
  print,
  UsageError,
} from '@tickscope/command-line';
import { Command, Option } from 'commander';
import { capacityCheck, thisMachine } from '../doctor/capacity.js';
import { checksTable, exitCodeOfChecks } from '../doctor/check.js';
import type { DamagedPart } from '../doctor/check-parts.js';
import { dataFolderCheck } from '../doctor/data-folder.js';
import { printGeyserChecks } from '../doctor/geyser.js';
import { onServer } from '../doctor/place-names.js';
import { programChecks } from '../doctor/program-checks.js';
import { type StackFindings, stackChecks } from '../doctor/stack-checks.js';
import { storageTable } from '../doctor/storage-text.js';
import { ENDPOINT_SLOTS, MOST_SLOTS, type ProofFlags, printProof, STORE_BLOCKS } from '../prove/run-proof.js';

interface DoctorFlags extends ProofFlags {
  diskBudget?: number;
  deep?: boolean;
  tableTimeout: number;
  prove?: boolean;
}

const DEFAULT_TABLE_SECONDS = 600;
const DEFAULT_GEYSER_SECONDS = 15;
const MOST_THREADS = 64;

const budgetBytes = parseInteger(1, Number.MAX_SAFE_INTEGER);
const PROOF_FLAGS = ['slots', 'mode', 'fromSlot', 'toSlot', 'ingester'] as const;

const PROOF_HELP = `
With --prove what is stored is read: that of CLICKHOUSE_URL or of the data folder. With --geyser too, some slots of the
endpoint are stored in a temporary store (TMPDIR; some 4 MB a slot of mainnet before compression; removed at the end), and
lag and CPU are measured while they come. The JSON holds no URL, token or path; read it before you send it all the same.

  GEYSER_X_TOKEN=… tickscope doctor --geyser https://geyser.example:443 --prove --slots 300 --json > proof.json
  tickscope doctor --prove --slots 5000                            the newest of the running stack
  tickscope doctor --prove --from-slot 400 --to-slot 900 --ingester http://127.0.0.1:8788

Exit code: 0 when nothing is wrong, 1 when something is, 4 when a server that --geyser or --prove needs does not answer.`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Look at this machine, the running stack and what is stored; say what is wrong and what to do.',
    )
    .option(
      '--disk-budget <bytes>',
      'what the tables may take (default: DISK_BUDGET_BYTES, then what the disk has)',
      budgetBytes,
    )
    .option(
      '--deep',
      'read every part of every table and compare it with its checksums (minutes for large tables)',
    )
    .option(
      '--table-timeout <seconds>',
      'with --deep: how long each table may take',
      parseInteger(1, 86_400),
      DEFAULT_TABLE_SECONDS,
    )
    .option(
      '--geyser <url>',
      'ask a Geyser endpoint instead what it gives, and say what that means (its token: GEYSER_X_TOKEN)',
    )
    .option(
      '--geyser-timeout <seconds>',
      'with --geyser: how long each subscription is read',
      parseInteger(1, 3_600),
      DEFAULT_GEYSER_SECONDS,
    )
    .option(
      '--prove',
      'instead prove what is stored, or slots of --geyser, as one page or one JSON to send: slots complete, PoH recomputed, ' +
        'lag and CPU, swaps decoded and not, sandwiches by DEX',
    )
    .option(
      '--slots <count>',
      `with --prove: how many slots of the endpoint (default: ${ENDPOINT_SLOTS}), or of the newest stored blocks (default: ${formatCount(STORE_BLOCKS)})`,
      parseInteger(1, MOST_SLOTS),
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'with --prove and --geyser: whole blocks or single messages (default: what it gives)',
      ).choices(['blocks', 'messages']),
    )
    .option('--from-slot <slot>', 'with --prove, of a store: first slot', parseSlot)
    .option('--to-slot <slot>', 'with --prove, of a store: last slot, inclusive', parseSlot)
    .option(
      '--ingester <url>',
      'with --prove, of a store: the running ingester, whose metrics give lag and CPU',
    )
    .option(
      '--threads <number>',
      'with --prove: threads for the hash chain',
      parseInteger(1, MOST_THREADS),
      Math.min(MOST_THREADS, availableParallelism()),
    )
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .addHelpText('after', PROOF_HELP)
    .action(async (flags: DoctorFlags) => {
      if (flags.prove === true && flags.deep === true)
        throw new UsageError('--deep and --prove are two questions: ask one after the other');
      if (flags.prove === true) return printProof(flags);
      if (PROOF_FLAGS.some((name) => flags[name] !== undefined))
        throw new UsageError('--slots, --mode, --from-slot, --to-slot and --ingester are for --prove');
      if (flags.geyser !== undefined)
        return printGeyserChecks(flags.geyser, flags.geyserTimeout, flags.json === true);
      const dataDir = dataDirOf(flags.dataDir);
      const budget = flags.diskBudget ?? budgetOfEnvironment();
      const folder = await dataFolderCheck(dataDir);
      const deepMs = flags.deep === true ? flags.tableTimeout * 1_000 : null;
      const stack = await stackChecks(dataDir, budget, deepMs);
      const roomBytes = stack.storage?.budgetBytes ?? folder.freeBytes;
      const capacity = roomBytes === null ? [] : [capacityCheck(thisMachine(roomBytes))];
      const findings: StackFindings = {
        ...stack,
        checks: [...programChecks(), folder.check, ...capacity, ...stack.checks],
      };
      print(flags.json === true ? JSON.stringify(findings) : describe(findings));
      process.exitCode = exitCodeOfChecks(findings.checks);
    });
}

function budgetOfEnvironment(): number | null {
  const text = process.env['DISK_BUDGET_BYTES'];
  if (text === undefined || text === '') return null;
  try {
    return budgetBytes(text);
  } catch (error) {
    throw new CliError(`DISK_BUDGET_BYTES: ${(error as Error).message}`);
  }
}

function describe({ checks, storage, parts }: StackFindings): string {
  return [
    checksTable(checks),
    ...(parts?.damaged ?? []).map(repairText),
    ...(storage === null || storage.tables.length === 0 ? [] : [storageTable(storage)]),
  ].join('\n\n');
}

function repairText({ table, part, server, mending }: DamagedPart): string {
  const statements = mending.statements.map((statement) => `  ${statement};`);
  return [`To mend part ${part} of ${table}${onServer(server)}: ${mending.text}.`, ...statements].join('\n');
}
