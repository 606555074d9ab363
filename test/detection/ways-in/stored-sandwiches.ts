import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import type { ExpectedSandwich } from './expected.js';

const TIMEOUT = { timeoutMs: 60_000 };

/** Both as one line of text a sandwich, which says everything that is compared: easy to compare and to read. */
type Described = Map<string, string>;

export interface TableComparison {
  expected: number;
  stored: number;
  /** Sandwiches that are stored exactly as expected, legs and losses included. */
  right: number;
  /** The first few that are not. */
  examples: string[];
}

const MOST_EXAMPLES = 3;

/** Compares `sandwiches` and `sandwich_legs` of a slot range with what one pass of the pure detector gives. */
export async function compareTables(
  client: TestConnection,
  expected: readonly ExpectedSandwich[],
  range: { fromSlot: number; toSlot: number },
): Promise<TableComparison> {
  const wanted: Described = new Map(
    expected
      .filter(({ found }) => found.firstSlot >= range.fromSlot && found.firstSlot <= range.toSlot)
      .map((sandwich) => [sandwich.found.id, describeExpected(sandwich)]),
  );
  const stored = await readStored(client, range);
  const examples: string[] = [];
  let right = 0;
  for (const id of new Set([...wanted.keys(), ...stored.keys()])) {
    if (wanted.get(id) === stored.get(id)) right += 1;
    else if (examples.length < MOST_EXAMPLES)
      examples.push(`expected ${wanted.get(id) ?? 'none'}\nstored   ${stored.get(id) ?? 'none'}`);
  }
  return { expected: wanted.size, stored: stored.size, right, examples };
}

function describeExpected({ found, legs }: ExpectedSandwich): string {
  return describe(
    [
      ...[found.id, found.confidence, found.reason, found.basis, found.link, found.gross, found.net],
      ...[
        found.intent,
        found.evidence.signs.filter((sign) => sign !== 'known_bot').join(),
        found.evidence.swapsBefore,
        found.evidence.swapsAfter,
      ],
      ...[found.evidence.transactionsBefore, found.evidence.transactionsAfter],
    ],
    legs.map(({ role, position, loss, lossMethod, lossSide, slippageUse, limitAge }) => [
      role,
      position,
      loss,
      lossMethod,
      lossSide,
      slippageUse,
      limitAge,
    ]),
  );
}

async function readStored(
  client: TestConnection,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Promise<Described> {
  type Counts = [number | null, number | null, number | null, number | null];
  type SandwichRow = [
    string,
    string,
    string | null,
    string | null,
    string,
    string,
    string | null,
    string,
    string,
    ...Counts,
  ];
  const sandwiches = await client.read.queryRows<SandwichRow>(
    `SELECT bracket_id, toString(confidence_then), reason_then, basis_then, link, toString(gross), toString(net),
       intent_then, arrayStringConcat(arrayFilter(sign -> sign != 'known_bot', evidence), ','), swaps_before, swaps_after, transactions_before, transactions_after
     FROM sandwiches FINAL WHERE first_slot BETWEEN ${fromSlot} AND ${toSlot}`,
    TIMEOUT,
  );
  type Known = string | null;
  type LegRow = [string, string, string, Known, Known, Known, number | null, Known];
  const legs = await client.read.queryRows<LegRow>(
    `SELECT bracket_id, toString(role),
       concat(slot, '.', block_index, '.', outer_index, '.', inner_index, '.', part_index),
       toString(loss_amount), loss_method, loss_side, slippage_use, limit_age
     FROM sandwich_legs FINAL WHERE first_slot BETWEEN ${fromSlot} AND ${toSlot}`,
    TIMEOUT,
  );
  const legsOf = new Map<string, Text[][]>();
  for (const [id, ...leg] of legs) legsOf.set(id, [...(legsOf.get(id) ?? []), leg]);
  const described: Described = new Map(
    sandwiches.map((row) => [row[0], describe(row, legsOf.get(row[0]) ?? [])]),
  );
  // Legs without a sandwich must not go unseen.
  for (const [id, own] of legsOf)
    if (!described.has(id)) described.set(id, describe([id, 'no row in sandwiches'], own));
  return described;
}

type Text = string | number | bigint | null;

function describe(facts: readonly Text[], legs: readonly (readonly Text[])[]): string {
  const lines = legs.map((leg) => leg.map(String).join(' ')).sort();
  return `${facts.map(String).join(' ')}: ${lines.join(', ')}`;
}
