import {
  type Accounts,
  type ApiKey,
  allowsAccess,
  createKey,
  isKeyName,
  listKeys,
  readSubscription,
  revokeKey,
} from '@tickscope/accounts';
import {
  cleanText,
  formatTable,
  NotFoundError,
  note,
  parseDate,
  print,
  printableJson,
  UsageError,
} from '@tickscope/command-line';
import { Command, InvalidArgumentError } from 'commander';
import { type AccountFlags, withAccount } from '../account-options.js';
import { withAccountsDatabase } from '../accounts-database.js';

interface CreateFlags extends AccountFlags {
  name: string;
  test?: boolean;
  expires?: Date;
}

const LONGEST_SHOWN = 40;

export function keysCommand(): Command {
  return new Command('keys')
    .description(
      'Make, list and revoke the API keys of an account, in DATABASE_URL or the running stack’s database.',
    )
    .addCommand(
      withAccount(new Command('create'))
        .description('Make a key. It is printed once, alone on standard output, and stored nowhere.')
        .requiredOption('--name <name>', 'what the key is for, to distinguish it from others', parseName)
        .option('--test', 'a test key: the same data, on the plan "test"')
        .option(
          '--expires <date>',
          'when it stops working: 2026-12-31 (UTC) or 2026-12-31T18:00:00Z',
          parseDate,
        )
        .addHelpText(
          'after',
          `
Example: TICKSCOPE_API_KEY=$(tickscope keys create --account desk-7 --name laptop)
An account has at most 10 keys that are neither revoked nor expired.`,
        )
        .action((flags: CreateFlags) =>
          withAccountsDatabase(flags.dataDir, (accounts) => create(accounts, flags)),
        ),
    )
    .addCommand(
      withAccount(new Command('list'))
        .description('The keys of an account, newest first, revoked and expired ones too.')
        .action((flags: AccountFlags) =>
          withAccountsDatabase(flags.dataDir, (accounts) => list(accounts, flags)),
        ),
    )
    .addCommand(
      withAccount(new Command('revoke'))
        .description('Revoke a key, at once and for good; "keys list" shows the ids.')
        .argument('<id>', 'the id of the key, not the key itself')
        .action((id: string, flags: AccountFlags) =>
          withAccountsDatabase(flags.dataDir, (accounts) => revoke(accounts, id, flags)),
        ),
    );
}

async function create(accounts: Accounts, flags: CreateFlags): Promise<void> {
  const { account, name, expires = null } = flags;
  if (expires !== null && expires.getTime() <= Date.now())
    throw new UsageError(`--expires ${expires.toISOString()} has passed`);
  const kind = flags.test === true ? 'test' : 'live';
  const { key, secret } = await createKey(accounts, { account, name, kind, expiresAt: expires });
  print(flags.json === true ? printableJson({ ...key, secret }) : secret);
  note(`Key ${key.id}: keep it now, it cannot be shown again.`);
  const subscription = await readSubscription(accounts, account);
  if (subscription !== null && allowsAccess(subscription.status)) return;
  const state = subscription === null ? 'has no subscription yet' : 'has a subscription that has expired';
  note(`The account ${state}: "tickscope subscription set --status active" gives it access.`);
}

async function list(accounts: Accounts, { account, json }: AccountFlags): Promise<void> {
  const keys = await listKeys(accounts, account);
  if (json === true) return void print(printableJson(keys));
  if (keys.length === 0) return void print('The account has no keys.');
  const heading = ['id', 'name', 'key', 'state', 'created', 'last used', 'expires'];
  print(formatTable([heading, ...keys.map(rowOf)]));
}

async function revoke(accounts: Accounts, id: string, { account, json }: AccountFlags): Promise<void> {
  if (!(await revokeKey(accounts, account, id)))
    throw new NotFoundError('the account has no key with this id; "tickscope keys list" shows those it has');
  print(json === true ? printableJson({ id, revoked: true }) : 'Revoked.');
}

function rowOf(key: ApiKey): string[] {
  const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= Date.now();
  return [
    key.id,
    cleanText(key.name, LONGEST_SHOWN),
    `${key.prefix}…`,
    key.revokedAt !== null ? 'revoked' : isExpired ? 'expired' : key.kind,
    minuteOf(key.createdAt, ''),
    minuteOf(key.lastUsedAt, 'never'),
    minuteOf(key.expiresAt, 'never'),
  ];
}

/** For example `2026-12-31 18:00`, in UTC. */
function minuteOf(date: Date | null, none: string): string {
  return date === null ? none : date.toISOString().slice(0, 16).replace('T', ' ');
}

function parseName(text: string): string {
  if (!isKeyName(text)) throw new InvalidArgumentError('expected 1 to 100 characters, no control characters');
  return text;
}
