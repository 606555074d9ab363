import { toBase58 } from '@tickscope/chain';
import { accountSlotsOf } from '@tickscope/testkit/store/account-slots';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

/** A day of slots of a second each. */
const SLOTS = 86_400;
const FIRST_SLOT = 400_000_000;
const LOCKS_A_SLOT = 12;
const ACCOUNTS = 4;

const bytesOfMarket = (at: number): Buffer => bytesOf(`market ${at}`, 32);
/** Accounts that are locked in every slot. */
export const MARKETS: readonly string[] = Array.from({ length: ACCOUNTS }, (_, at) =>
  toBase58(bytesOfMarket(at)),
);

/** A day's slots, each with some locks of each market: enough that a question over a day takes a good part of a second. */
export async function makeRangeData(owner: TestConnection): Promise<void> {
  const slots = `(SELECT ${FIRST_SLOT} + number AS slot FROM numbers(${SLOTS}))`;
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const account = `unhex('${bytesOfMarket(at).toString('hex')}')`;
    await owner.command({
      query:
        accountSlotsOf(`SELECT ${account} AS account, slot, toUInt32(n) AS block_index, true AS is_write, false AS is_signer,
          false AS is_vote, false AS is_failed, 1000 AS compute_units, 1 AS compute_unit_price, cityHash64(slot, n) AS signer_prefix,
          5 AS version, 0 AS first_tick, 63 AS tick_span
        FROM ${slots} ARRAY JOIN range(${LOCKS_A_SLOT}) AS n`),
    });
  }
  await owner.command({
    query: `INSERT INTO slots (slot, parent_slot, blockhash, parent_blockhash, block_time, content, model, source, has_meta, transaction_count, version)
      SELECT slot, slot - 1, toFixedString(concat(sipHash128(slot), sipHash128(slot, 1)), 32),
        toFixedString(concat(sipHash128(slot - 1), sipHash128(slot - 1, 1)), 32),
        now() - (${FIRST_SLOT + SLOTS} - slot), 'full', 'ticked', 'generated', true, ${LOCKS_A_SLOT}, 13
      FROM ${slots}`,
  });
}
