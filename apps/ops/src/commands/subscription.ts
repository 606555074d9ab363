import {
  type Accounts,
  loadPlans,
  readSubscription,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStatus,
  setSubscription,
} from '@tickscope/accounts';
import { formatTable, parseDateOrNever, print, printableJson, UsageError } from '@tickscope/command-line';
import { Command, Option } from 'commander';
import { type AccountFlags, withAccount } from '../account-options.js';
import { withAccountsDatabase } from '../accounts-database.js';

interface SetFlags extends AccountFlags {
  status?: SubscriptionStatus;
  plan?: string;
  until?: Date | 'never';
  trialUntil?: Date | 'never';
  periodUntil?: Date | 'never';
  graceUntil?: Date | 'never';
}

/** The date that ends each state, and its flag. */
const END_OF = {
  trial: { field: 'trialEndsAt', flag: '--trial-until' },
  active: { field: 'currentPeriodEndsAt', flag: '--period-until' },
  grace_period: { field: 'graceEndsAt', flag: '--grace-until' },
} as const;

export function subscriptionCommand(): Command {
  const until = (flag: string, what: string) =>
    new Option(`${flag} <date>`, `${what}: 2026-12-31 (UTC), 2026-12-31T18:00:00Z or never`).argParser(
      parseDateOrNever,
    );
  return new Command('subscription')
    .description(
      'Set and show what gives an account access, in DATABASE_URL or the running stack’s database.',
    )
    .addCommand(
      withAccount(new Command('set'))
        .description('Set the given fields and keep the others. Creates the account if it does not exist.')
        .addOption(
          new Option('--status <status>', 'what it is from now on').choices([...SUBSCRIPTION_STATUSES]),
        )
        .option('--plan <plan>', 'its limits: a plan in the file of plans (PLANS_FILE)')
        .addOption(until('--until', 'when the status that is given ends'))
        .addOption(until('--trial-until', 'when a trial ends'))
        .addOption(until('--period-until', 'when active ends; after a trial it begins only with this date'))
        .addOption(until('--grace-until', 'when the grace period after active ends'))
        .addHelpText(
          'after',
          `
A subscription moves by its dates: trial, active, grace_period, expired. Without a date a status stays.

Examples:
  tickscope subscription set --account desk-7 --status active --plan default --until 2027-01-31
  tickscope subscription set --account desk-7 --status trial --until 2026-10-01 --period-until 2027-10-01`,
        )
        .action((flags: SetFlags) => withAccountsDatabase(flags.dataDir, (accounts) => set(accounts, flags))),
    )
    .addCommand(
      withAccount(new Command('show'))
        .description('The subscription of an account, as it is now.')
        .action((flags: AccountFlags) =>
          withAccountsDatabase(flags.dataDir, async (accounts) =>
            show(await readSubscription(accounts, flags.account), flags),
          ),
        ),
    );
}

async function set(accounts: Accounts, flags: SetFlags): Promise<void> {
  const change = changeOf(flags);
  if (Object.keys(change).length === 0)
    throw new UsageError('nothing to set: give --status, --plan or a date');
  if (change.plan !== undefined) assertPlan(change.plan);
  show(await setSubscription(accounts, flags.account, change), flags);
}

function changeOf(flags: SetFlags): SubscriptionChange {
  const { status, plan, until, trialUntil, periodUntil, graceUntil } = flags;
  const given = {
    ...(status === undefined ? {} : { status }),
    ...(plan === undefined ? {} : { plan }),
    ...(trialUntil === undefined ? {} : { trialEndsAt: endOf(trialUntil) }),
    ...(periodUntil === undefined ? {} : { currentPeriodEndsAt: endOf(periodUntil) }),
    ...(graceUntil === undefined ? {} : { graceEndsAt: endOf(graceUntil) }),
  };
  if (until === undefined) return given;
  if (status === undefined || status === 'expired')
    throw new UsageError('--until is the end of the --status that is given: trial, active or grace_period');
  const { field, flag } = END_OF[status];
  if (field in given) throw new UsageError(`--until is ${flag} here: give one of the two`);
  return { ...given, [field]: endOf(until) };
}

function endOf(date: Date | 'never'): Date | null {
  return date === 'never' ? null : date;
}

/** The API would silently treat an unknown plan as the default one. */
function assertPlan(plan: string): void {
  const path = process.env['PLANS_FILE'];
  const plans = path ? loadPlans(path) : loadPlans();
  if (!Object.hasOwn(plans, plan))
    throw new UsageError(
      `no plan of this name: there are ${Object.keys(plans).join(', ')} in ${path || 'the program’s own file; PLANS_FILE names another'}`,
    );
}

function show(subscription: Subscription | null, { json }: AccountFlags): void {
  if (json === true) return void print(printableJson(subscription));
  if (subscription === null) return void print('The account has no subscription.');
  const { status, plan, trialEndsAt, currentPeriodEndsAt, graceEndsAt, updatedAt } = subscription;
  print(
    formatTable([
      ['status', status],
      ['plan', plan],
      ['trial ends', secondOf(trialEndsAt)],
      ['period ends', secondOf(currentPeriodEndsAt)],
      ['grace ends', secondOf(graceEndsAt)],
      ['set at', secondOf(updatedAt)],
    ]),
  );
}

function secondOf(date: Date | null): string {
  return date === null ? 'no date' : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
