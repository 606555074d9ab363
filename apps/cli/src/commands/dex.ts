import { existsSync } from 'node:fs';
import { type Address, recognize, type Signature } from '@tickscope/chain';
import {
  adviceOn,
  NotFoundError,
  parseAddress,
  parseInteger,
  parseSlot,
  print,
  printableJson,
  terminalWidth,
  UsageError,
} from '@tickscope/command-line';
import { Command, InvalidArgumentError } from 'commander';
import { describeSummary } from '../dex/describe-summary.js';
import { describeTransaction } from '../dex/describe-transaction.js';
import { asJson, type ExplainedTransaction, explained } from '../dex/explained.js';
import { fetchFromNode, type NodeFlags } from '../dex/fetch.js';
import { ACCEPTED_FORMS, type FoundTransaction, readTransactionFile } from '../dex/read-file.js';
import { Summariser, type Summary } from '../dex/summary.js';
import { positionText } from '../dex/text.js';

interface DexFlags extends NodeFlags {
  slot?: number;
  index?: number;
  call?: string;
  program?: Address;
  unknown?: boolean;
  all?: boolean;
  limit: number;
  json?: boolean;
}

const DEFAULT_LIMIT = 100;

const HELP = `
${ACCEPTED_FORMS}

What it prints for one transaction: the tree of calls with what the decoder sees in each; swaps with their limits,
routes, attempts, pool events, fills, rebates and token links; the accounts of every call that it does not recognise;
and whether the vaults gained and lost what was decoded. For several transactions: a line for each, and the programs
and instructions without a layout. It needs no server and no database.

To add a DEX program (packages/core/dex/README.md):
  tickscope dex 254170887.getblock.json --unknown      what no layout describes, by program and first byte
  tickscope dex 254170887.getblock.json --index 12     one transaction, with the accounts of the unknown calls
  tickscope dex 254170887.getblock.json --program ID   all transactions that call a program
  tickscope dex swap.json --call 2.0                   the accounts of another call, too
  RPC_URL=https://… tickscope dex SIGNATURE            a transaction of the chain

A node's URL with a key goes into RPC_URL: on the command line others could read it.
Exit code: 0 when the transactions were read, with any result; 1 otherwise.`;

export function dexCommand(): Command {
  return new Command('dex')
    .description(
      'What the decoder sees in a transaction: swaps, limits, routes, calls that it does not recognise, and whether it ' +
        'all adds up. The tool for adding a DEX program.',
    )
    .argument('<file|signature>', 'a file of transactions, or a signature that is looked up at a node')
    .option(
      '--rpc <url>',
      'the node to ask for a signature (default: RPC_URL, else the node of a running demo)',
    )
    .option('--data-dir <dir>', 'data folder of the running demo (default: .tickscope)')
    .option(
      '--slot <slot>',
      'of several blocks only this one; also the slot of a block file that does not state it',
      parseSlot,
    )
    .option(
      '--index <index>',
      'of several transactions this one in detail: its index in the block, or in the file',
      parseInteger(0, 10_000_000),
    )
    .option('--call <position>', 'also list the accounts of this call, for example 2 or 2.0', parsePosition)
    .option('--program <id>', 'list only transactions that call this program', parseAddress)
    .option('--unknown', 'list only transactions with calls that the decoder does not know')
    .option('--all', 'list also transactions without DEX activity')
    .option('--limit <count>', 'how many to list', parseInteger(1, 100_000), DEFAULT_LIMIT)
    .option('--json', 'print JSON, with amounts as text')
    .addHelpText('after', HELP)
    .action(dex);
}

async function dex(target: string, flags: DexFlags): Promise<void> {
  const found = existsSync(target)
    ? readTransactionFile(target, flags.slot ?? null)
    : oneTransaction(await fetchFromNode(signatureIn(target), flags));
  const result = await explainAll(found, flags);
  const isOne = 'explanation' in result;
  if (isOne && flags.call !== undefined) mustHaveCall(result, flags.call);
  if (flags.json === true) print(printableJson(isOne ? asJson(result) : asJsonSummary(result)));
  else
    print(
      isOne
        ? describeTransaction(result, flags.call ?? null, terminalWidth())
        : describeSummary(result, terminalWidth()),
    );
}

function signatureIn(target: string): Signature {
  const found = recognize(target);
  if (found.kind === 'signature') return found.value;
  throw new UsageError(`${target} is neither a file nor a signature${adviceOn(found)}.\n${ACCEPTED_FORMS}`);
}

async function* oneTransaction(transaction: FoundTransaction): AsyncGenerator<FoundTransaction> {
  yield transaction;
}

/** The transaction in detail that `--index` names, or the only one there is; otherwise the summary of all. */
async function explainAll(
  found: AsyncIterable<FoundTransaction>,
  flags: DexFlags,
): Promise<ExplainedTransaction | Summary> {
  const { program = null, unknown = false, all = false, limit } = flags;
  const summariser = new Summariser({ program, unknown, all }, limit);
  const named: FoundTransaction[] = [];
  let first: ExplainedTransaction | null = null;
  let count = 0;
  for await (const transaction of found) {
    count += 1;
    if (flags.index !== undefined) {
      if ((transaction.index ?? 0) === flags.index) named.push(transaction);
      continue;
    }
    const one = explained(transaction);
    first ??= one;
    summariser.add(one);
  }
  if (flags.index !== undefined) return onlyOne(named, flags.index, count);
  return count === 1 && first !== null ? first : summariser.summary();
}

function onlyOne(named: readonly FoundTransaction[], index: number, count: number): ExplainedTransaction {
  const [transaction, ...others] = named;
  if (transaction === undefined)
    throw new NotFoundError(
      `no transaction has index ${index}; there are ${count}, and the first has index 0`,
    );
  if (others.length > 0)
    throw new UsageError(`${named.length} blocks have a transaction of index ${index}: give --slot, too`);
  return explained(transaction);
}

function mustHaveCall({ explanation }: ExplainedTransaction, call: string): void {
  if (!explanation.calls.some((one) => positionText(one) === call))
    throw new NotFoundError(`the transaction has no call ${call}`);
}

function asJsonSummary({ listed, ...summary }: Summary): unknown {
  return { ...summary, listed: listed.map(asJson) };
}

function parsePosition(text: string): string {
  if (!/^\d{1,5}(\.\d{1,5})?$/.test(text))
    throw new InvalidArgumentError('expected a position as it is printed, such as 2 or 2.0');
  return text;
}
