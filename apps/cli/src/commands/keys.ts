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
import { Command, InvalidArgumentError } from 'commander';
import { withAccountsDatabase } from '../accounts-database.js';
import { NotFoundError, UsageError } from '../cli-error.js';
import { parseDate } from '../parse-date.js';
import { formatTable } from '../table.js';
import { cleanText, printableJson } from '../terminal-text.js';

interface AccountFlags {
  account: string;
  dataDir?: string;
  json?: boolean;
}

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

function withAccount(command: Command): Command {
  return command
    .requiredOption(
      '--account <account>',
      "whose: the subject of the account's JWT, or a name that you choose",
    )
    .option('--json', 'print JSON')
    .option('--data-dir <dir>', 'data folder of the running stack (default: .tickscope)');
}

async function create(accounts: Accounts, flags: CreateFlags): Promise<void> {
  const { account, name, expires = null } = flags;
  if (expires !== null && expires.getTime() <= Date.now())
    throw new UsageError(`--expires ${expires.toISOString()} has passed`);
  const kind = flags.test === true ? 'test' : 'live';
  const { key, secret } = await createKey(accounts, { account, name, kind, expiresAt: expires });
  process.stdout.write(flags.json === true ? `${printableJson({ ...key, secret })}\n` : `${secret}\n`);
  process.stderr.write(`Key ${key.id}: keep it now, it cannot be shown again.\n`);
  const subscription = await readSubscription(accounts, account);
  if (subscription !== null && allowsAccess(subscription.status)) return;
  const state = subscription === null ? 'has no subscription yet' : 'has a subscription that has expired';
  process.stderr.write(
    `The account ${state}: "tickscope subscription set --status active" gives it access.\n`,
  );
}

async function list(accounts: Accounts, { account, json }: AccountFlags): Promise<void> {
  const keys = await listKeys(accounts, account);
  if (json === true) return void process.stdout.write(`${printableJson(keys)}\n`);
  if (keys.length === 0) return void process.stdout.write('The account has no keys.\n');
  const heading = ['id', 'name', 'key', 'state', 'created', 'last used', 'expires'];
  process.stdout.write(`${formatTable([heading, ...keys.map(rowOf)])}\n`);
}

async function revoke(accounts: Accounts, id: string, { account, json }: AccountFlags): Promise<void> {
  if (!(await revokeKey(accounts, account, id)))
    throw new NotFoundError('the account has no key with this id; "tickscope keys list" shows those it has');
  process.stdout.write(json === true ? `${printableJson({ id, revoked: true })}\n` : 'Revoked.\n');
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
