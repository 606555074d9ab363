import type { Address, Signature } from '@tickscope/chain';
import {
  type ApiClient,
  type ApiFlags,
  apiOf,
  CliError,
  NotFoundError,
  parseAddress,
  parseInteger,
  parseSignature,
  print,
  printAnswer,
  printableJson,
  runJob,
  withApi,
} from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';
import { Command } from 'commander';
import { askNeighbours, type Neighbours } from '../api/neighbours.js';
import { describeCheck } from '../check/report.js';

type SandwichCheck = components['schemas']['SandwichCheck'];
type SandwichChecks = components['schemas']['SandwichChecks'];

interface CheckFlags extends ApiFlags {
  account?: Address;
  slots: number;
  window: number;
  near: number;
}

/** Up to this window the API answers without a job. */
const FAST_WINDOW = 10;
/** Limits the requests for a route through many pools; a minute's limit is six. */
const MAX_ACCOUNTS = 5;

export function checkCommand(): Command {
  return withApi(
    new Command('check')
      .description(
        'Who traded just before and just after a transaction, by how many PoH ticks; whether it was sandwiched, by whom and ' +
          'at what cost. Asks the running API.',
      )
      .argument('<signature>', 'of the transaction', parseSignature)
      .option(
        '--account <address>',
        'whose neighbours to show (default: each pool that it swapped in)',
        parseAddress,
      )
      .option(
        '--slots <count>',
        'slots either side in which neighbours are looked for',
        parseInteger(1, 100),
        4,
      )
      .option('--near <count>', 'transactions to show either side', parseInteger(1, 50), 5)
      .option(
        '--window <slots>',
        'slots either side in which an attacker is looked for, 0 (same slot) to 1,000; above 10 it takes longer',
        parseInteger(0, 1_000),
        FAST_WINDOW,
      ),
  ).action(check);
}

async function check(signature: Signature, flags: CheckFlags): Promise<void> {
  const api = await apiOf(flags);
  const verdict = await askVerdict(api, signature, flags.window);
  const result = verdict.results.find((each) => each.signature === signature);
  if (result === undefined) throw new CliError('the API answers about another transaction');
  if (!result.found) {
    if (flags.json === true) print(printableJson({ check: verdict, neighbours: [] }));
    throw new NotFoundError(
      `no transaction ${signature} is in the stored data: it is older, or too new, or of slots that are not stored. "tickscope doctor" shows which are.`,
    );
  }

  const { accounts, notes } = accountsToShow(result, flags.account);
  const { neighbours, failure } = await askAll(api, signature, accounts, flags);
  // The verdict is useful without its neighbours; with --json it is all or nothing.
  if (failure !== null && flags.json === true) throw failure;
  if (failure !== null) notes.push('Some neighbours are missing: the API did not return them.');
  const { window, near } = flags;
  printAnswer(flags, { check: verdict, neighbours }, (_, ...terminal) =>
    describeCheck({ check: result, neighbours, window, near, notes }, ...terminal),
  );
  if (failure !== null) throw failure;
}

async function askVerdict(api: ApiClient, signature: Signature, window: number): Promise<SandwichChecks> {
  if (window <= FAST_WINDOW)
    return (await api.call('checkSandwichFast', { body: { signature, slot_range: window } })).data;
  return runJob(api, 'checkSandwich', { signatures: signature, slot_range: window });
}

/** The accounts whose neighbours are shown. Pools with an attacker come first. */
function accountsToShow(
  { pools, incidents }: SandwichCheck,
  account: Address | undefined,
): { accounts: string[]; notes: string[] } {
  if (account !== undefined) return { accounts: [account], notes: [] };
  const attacked = incidents.map(({ pool_address: pool }) => pool);
  const all = [...new Set([...attacked, ...pools.map(({ pool_address: pool }) => pool)])];
  const notes: string[] = [];
  if (all.length === 0)
    notes.push('It swapped in no known pool: --account ADDRESS shows who touched an account around it.');
  if (all.length > MAX_ACCOUNTS)
    notes.push(
      `Not shown: ${all.length - MAX_ACCOUNTS} more pools of its route (${all.slice(MAX_ACCOUNTS).join(', ')}). Ask for one with --account.`,
    );
  return { accounts: all.slice(0, MAX_ACCOUNTS), notes };
}

async function askAll(
  api: ApiClient,
  signature: Signature,
  accounts: readonly string[],
  { slots, near }: CheckFlags,
): Promise<{ neighbours: Neighbours[]; failure: CliError | null }> {
  const neighbours: Neighbours[] = [];
  try {
    for (const account of accounts)
      neighbours.push(await askNeighbours(api, { signature, account, slots, near }));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { neighbours, failure: error };
  }
  return { neighbours, failure: null };
}
