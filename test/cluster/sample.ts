import type { ReadConnection } from '@tickscope/store';

/** Content of a generated chain, to ask for. Keys are in hex. */
export interface Sample {
  /** Slots of which some are stored before and after. */
  from: number;
  to: number;
  /** From the middle of the chain to its end. */
  fromTime: number;
  toTime: number;
  /** Those that most transactions lock, in hex. */
  accounts: string[];
  pools: string[];
  mints: string[];
  brackets: { id: string; firstSlot: number; revision: number }[];
  /** Positions of legs of sandwiches and of other swaps. */
  positions: { slot: number; blockIndex: number }[];
  signatures: { hex: string; prefix: bigint }[];
  /** A transaction that tipped. */
  tip: { slot: number; blockIndex: number };
  /** Parts of one sandwich, which has all of them; in hex. */
  victim: string;
  attacker: string;
  pool: string;
  mint: string;
  leader: string;
  digest: { bucket: number; digest: bigint };
}

export async function readSample(read: ReadConnection): Promise<Sample> {
  const rows = <Row extends readonly unknown[]>(sql: string): Promise<Row[]> =>
    read.queryRows<Row>(sql, { timeoutMs: 30_000 });
  const texts = async (sql: string): Promise<string[]> => (await rows<[string]>(sql)).map(([text]) => text);
  const [range] = await rows<[string, string, string, string]>(
    'SELECT min(slot) + 20, max(slot) - 6, toUInt32(avg(toUnixTimestamp(block_time))), toUnixTimestamp(max(block_time)) FROM slots',
  );
  const [one] = await rows<string[]>(
    `SELECT hex(v.trader), hex(s.attacker), hex(s.pool), hex(s.mint_in)
    FROM sandwiches AS s FINAL INNER JOIN (SELECT * FROM sandwich_legs FINAL WHERE role = 'victim') AS v
      ON v.bracket_id = s.bracket_id
    ORDER BY abs(s.first_slot - (SELECT avg(slot) FROM slots)), s.bracket_id LIMIT 1`,
  );
  const [victim, attacker, pool, mint] = one ?? [];
  const [heat] = await rows<[number, string]>(
    'SELECT bucket, toString(digest) FROM account_heat_buckets ORDER BY bucket LIMIT 1',
  );
  const brackets = await rows<[string, string, number]>(
    'SELECT bracket_id, first_slot, revision FROM sandwiches FINAL ORDER BY first_slot, bracket_id LIMIT 40',
  );
  const positions = await rows<[string, number]>(
    `SELECT slot, block_index FROM (SELECT DISTINCT slot, block_index FROM sandwich_legs FINAL ORDER BY slot, block_index LIMIT 30)
    UNION DISTINCT SELECT slot, block_index FROM (SELECT slot, block_index FROM swaps ORDER BY cityHash64(slot, block_index) LIMIT 30)`,
  );
  const [tip] = await rows<[string, number]>(
    'SELECT slot, block_index FROM tips ORDER BY slot, block_index LIMIT 1',
  );
  const signatures = await rows<[string, string]>(
    'SELECT hex(signature), reinterpretAsUInt64(substring(signature, 1, 8)) FROM transactions ORDER BY signature LIMIT 30',
  );
  const [leader] = await texts(
    'SELECT hex(leader) FROM slots WHERE leader IS NOT NULL ORDER BY leader LIMIT 1',
  );
  const [from, to, fromTime, toTime] = range!.map(Number) as [number, number, number, number];
  const sample = {
    ...{ from, to, fromTime, toTime },
    accounts: await texts(
      'SELECT hex(account) FROM account_locks WHERE NOT is_vote GROUP BY account ORDER BY countIf(is_write) DESC, account LIMIT 20',
    ),
    pools: await texts('SELECT hex(pool) FROM swaps GROUP BY pool ORDER BY count() DESC, pool LIMIT 6'),
    mints: await texts('SELECT hex(mint) FROM token_links GROUP BY mint ORDER BY count() DESC, mint LIMIT 6'),
    brackets: brackets.map(([id, firstSlot, revision]) => ({ id, firstSlot: Number(firstSlot), revision })),
    positions: positions.map(([slot, blockIndex]) => ({ slot: Number(slot), blockIndex })),
    signatures: signatures.map(([hex, prefix]) => ({ hex, prefix: BigInt(prefix) })),
    tip: tip === undefined ? undefined : { slot: Number(tip[0]), blockIndex: tip[1] },
    ...{ victim, attacker, pool, mint, leader },
    digest: heat === undefined ? undefined : { bucket: heat[0], digest: BigInt(heat[1]) },
  };
  for (const [name, value] of Object.entries(sample))
    if (value === undefined || (Array.isArray(value) && value.length === 0))
      throw new Error(`the chain has no ${name}`);
  return sample as Sample;
}
