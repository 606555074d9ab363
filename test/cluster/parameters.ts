import { tuples } from '@tickscope/store';
import bs58 from 'bs58';
import type { Sample } from './sample.js';
import type { SqlOfTree } from './sql-of-the-tree.js';

const BUCKET = 128;
const COVERAGE_BUCKET = 4_096;
const SLOTS_PER_HOUR = 9_000;

/** Texts that are keys: in the encoding in which the statement decodes them. */
class Key {
  constructor(readonly hex: readonly string[]) {}
}
const key = (...hex: string[]): Key => new Key(hex);

/** A value for each name of a parameter and, where a name has several types, for each `name:type`. */
function values(sample: Sample): Record<string, unknown> {
  const { from, to, accounts, pools, mints, brackets, positions, signatures } = sample;
  const addresses = [sample.attacker, sample.victim, ...accounts.slice(0, 4), sample.mint, sample.leader];
  const bucketOf = (slot: number, size: number): number => Math.floor(slot / size);
  const text = (hex: string): string => bs58.encode(Buffer.from(hex, 'hex'));
  const coverage = [[bucketOf(from, COVERAGE_BUCKET), bucketOf(to, COVERAGE_BUCKET)]];
  const middle = Math.floor((from + to) / 2);
  const words = (text: string): string[] => text.trim().split(/\s+/);
  const starts = words(`
    from_slot from near_from due_from trips_from history_from ends_from first_from last_from payers_from oldest
    tail_from since_slot bought_from_slot other_from traded_from`);
  const ends = words(`
    to_slot to near_to due_to history_to last_to payers_to first_to newest tail_to other_to traded_to`);
  const zeros = words(`
    offset block recent_seconds is_led since since_us age_seconds settle_seconds retry_after from_index changed_from
    from_ms bot_trips bot_pools bot_aims from_hour own_from own_to late_seconds first_wait longest_wait before`);
  const many = ['limit', 'rows', 'most', 'within', 'span'];
  const same = (names: readonly string[], value: unknown): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...same(starts, from),
    ...same(ends, to),
    ...same(zeros, 0),
    ...same(many, 500),
    ...same(['dex', 'client', 'before_id', 'leader'], ''),
    ...same(['with_votes', 'with_provisional'], true),
    confidences: ['exact', 'loose', 'suspected'],
    intents: [],
    least_loss: -1,
    final_only: false,
    'from:UInt32': 0,
    to_hour: bucketOf(to, SLOTS_PER_HOUR),
    slots_per_hour: SLOTS_PER_HOUR,
    record_slots: 225_000,
    final_after: 4,
    from_time: sample.fromTime,
    time: sample.fromTime + 10,
    seconds: 60,
    to_time: sample.toTime,
    to_ms: 4_000_000_000_000,
    to_block: 1_000_000,
    to_offset: 1_000_000,
    before_slot: to + 1,
    before_index: 0,
    slot: middle,
    first_slot: brackets[0]!.firstSlot,
    slots: positions.map(({ slot }) => slot),
    block_indexes: positions.map(({ blockIndex }) => blockIndex),
    positions: tuples(positions.map(({ slot, blockIndex }) => [slot, blockIndex])),
    'positions:Array(Tuple(String, UInt64, UInt32, String))': tuples(
      positions
        .slice(0, 10)
        .map(({ slot, blockIndex }) => [text(sample.pool), slot, blockIndex, text(sample.mint)]),
    ),
    ranges: tuples([
      [from, middle],
      [middle + 5, to],
    ]),
    'ranges:Array(Tuple(String, UInt64, UInt64))': tuples(pools.map((pool) => [text(pool), from, to])),
    mints: key(...mints),
    'mints:Array(Tuple(String, UInt64, UInt64))': tuples(mints.map((mint) => [text(mint), from, to])),
    read: tuples(coverage),
    reported: tuples(coverage),
    buckets: [bucketOf(from, COVERAGE_BUCKET), bucketOf(to, COVERAGE_BUCKET)],
    from_bucket: Math.ceil(from / BUCKET),
    to_bucket: bucketOf(to, BUCKET) - 1,
    bucket: sample.digest.bucket,
    digest: String(sample.digest.digest),
    'current:Array(Tuple(UInt32, UInt64))': `[(${sample.digest.bucket},${sample.digest.digest})]`,
    'current:Array(Tuple(UInt32, UInt64, Nullable(UInt64)))': `[(${sample.digest.bucket},${sample.digest.digest},7)]`,
    slots_per_point: 16,
    limits: tuples([[0, 60_000_000]]),
    window: 10,
    blocks: 5,
    whole_from: from,
    whole_to: middle,
    left_out: [positions[0]!.slot],
    id: brackets[0]!.id,
    ids: brackets.map(({ id }) => id),
    first_slots: brackets.map(({ firstSlot }) => firstSlot),
    revisions: brackets.map(({ revision }) => revision),
    wallet: key(sample.victim),
    a: key(sample.victim),
    b: key(sample.attacker),
    wallets: key(sample.victim, sample.attacker),
    trader: key(sample.victim),
    traders: key(sample.victim, sample.attacker),
    payers: key(sample.victim, sample.attacker),
    attackers: key(sample.attacker),
    attacker: key(sample.attacker),
    victim: key(sample.victim),
    pool: key(sample.pool),
    pools: key(...pools),
    // More than an hour has, so that none is left out by chance.
    'pools:UInt8': 12,
    kind: 'attacker',
    near: COVERAGE_BUCKET,
    hours: tuples([[text(sample.attacker), 0, bucketOf(to, SLOTS_PER_HOUR)]]),
    mint: key(sample.mint),
    address: key(sample.attacker),
    addresses: key(...addresses),
    identities: key(sample.leader),
    fresh_trips: addresses.map(() => 5),
    trips_needed: 5,
    trip_quantity: 0.01,
    account: key(accounts[0]!),
    'accounts:Array(String)': key(...accounts),
    'accounts:String': accounts.join('').toLowerCase(),
    'uncovered:String': accounts.join('').toLowerCase(),
    signature: key(signatures[0]!.hex),
    prefix: String(signatures[0]!.prefix),
    prefixes: signatures.map(({ prefix }) => prefix),
    links_known: 0,
    links_known_version: 0,
    locks_kept_seconds: 345_600,
    swaps_kept_seconds: 3_024_000,
    table: 'account_slots',
    place: 'backups',
  };
}

const PLACEHOLDER = /\{(\w+)\s*:\s*([^{}]+?)\}/g;

/** People give addresses in Base58. */
const isForPeople = (statement: string): boolean => /^(docs\/|view )/.test(statement);

/** Where a name means something else than elsewhere. */
function ownValues(name: string, sample: Sample): Record<string, unknown> {
  if (name.endsWith('transactions/transaction-tips.sql'))
    return { slot: sample.tip.slot, block_index: sample.tip.blockIndex };
  return name.endsWith('metadata/pool.sql') ? { address: key(sample.pool) } : {};
}

/** A value for every parameter of a statement. @throws Error for a name without one: add it above */
export function parametersOf({ name: statement, sql }: SqlOfTree, sample: Sample): Record<string, unknown> {
  const known = { ...values(sample), ...ownValues(statement, sample) };
  const params: Record<string, unknown> = {};
  for (const [, name, type] of sql.replaceAll(/--.*$/gm, '').matchAll(PLACEHOLDER)) {
    const value = known[`${name}:${type}`] ?? known[name!];
    if (value === undefined) throw new Error(`no value for {${name}:${type}}`);
    params[name!] = value instanceof Key ? encoded(value, name!, type!, { name: statement, sql }) : value;
  }
  return params;
}

function encoded(
  { hex }: Key,
  name: string,
  type: string,
  { name: statement, sql }: SqlOfTree,
): string | string[] {
  const isHex =
    new RegExp(`unhex\\((arrayJoin\\()?\\{${name}:`).test(sql) ||
    !(sql.includes('base58Decode') || isForPeople(statement));
  const texts = hex.map((each) => (isHex ? each.toLowerCase() : bs58.encode(Buffer.from(each, 'hex'))));
  return type.startsWith('Array') ? texts : texts[0]!;
}
