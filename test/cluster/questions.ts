import type { Store } from '@tickscope/store';
import { type Asked, get, post } from '../../bench/answers/requests.js';
import { SHARDS } from './live-cluster.js';

export interface Question {
  asked: Asked;
  /** `first`: only rows of the first server; `away`: rows of the other, too; null: not said. */
  needs: 'first' | 'away' | null;
}

type Row = [
  signature: string,
  slot: string,
  shardOfSignature: number,
  shardOfSlot: number,
  account: string,
  shardOfAccount: number,
];

/** Questions about slots far behind the head, whose answers therefore stay, of every combination of shards. */
export async function questionsOf(
  { read }: Pick<Store, 'read'>,
  behind: number,
  each: number,
): Promise<Question[]> {
  const settled = `slot <= (SELECT max(slot) FROM slots) - ${behind}`;
  const rows = await read.queryRows<Row>(
    `SELECT base58Encode(t.signature), t.slot, s.signature_prefix % ${SHARDS}, cityHash64(intDiv(t.slot, 4)) % ${SHARDS},
      base58Encode(t.signer), cityHash64(t.signer) % ${SHARDS}
    FROM (SELECT slot, block_index, signature, signer FROM transactions FINAL WHERE ${settled} AND NOT is_vote) AS t
    INNER JOIN (SELECT slot, block_index, signature_prefix FROM signatures FINAL WHERE ${settled}) AS s
      ON s.slot = t.slot AND s.block_index = t.block_index
    ORDER BY cityHash64(t.signature)
    LIMIT ${each} BY s.signature_prefix % ${SHARDS}, cityHash64(intDiv(t.slot, 4)) % ${SHARDS}, cityHash64(t.signer) % ${SHARDS}`,
    { timeoutMs: 30_000 },
  );
  const victims = await read.queryRows<[string, string]>(
    `SELECT base58Encode(signature), bracket_id FROM sandwich_legs FINAL WHERE role = 'victim' AND ${settled} ORDER BY signature LIMIT ${2 * each}`,
    { timeoutMs: 30_000 },
  );
  return [
    ...rows.flatMap(([signature, slot, ofSignature, ofSlot, account]): Question[] => {
      const isAway = Number(ofSignature) + Number(ofSlot) > 0;
      return [
        { asked: get('getTransaction', `/transaction/${signature}`), needs: isAway ? 'away' : 'first' },
        {
          asked: get('getSlot', `/slots/${slot}`),
          needs: Number(ofSlot) === 0 ? 'first' : 'away',
        },
        {
          asked: post('analyzeTrade', '/analyze-trade', { signature, account_id: account, slot_range: 4 }),
          needs: isAway ? 'away' : null,
        },
        {
          asked: post('getAccountWriteLocks', '/write-locks/account', { account, slot: Number(slot) }),
          needs: null,
        },
      ];
    }),
    ...victims.flatMap(([signature, id]): Question[] => [
      { asked: post('checkSandwichFast', '/mev/check-sandwich-fast', { signature }), needs: null },
      { asked: get('getSandwich', `/mev/sandwiches/${id}`), needs: null },
    ]),
  ];
}
