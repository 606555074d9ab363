import { type Asked, get, post } from '../../bench/answers/requests.js';
import type { Subjects } from '../../bench/answers/subjects.js';

const EACH = 6;

/** Questions for lists and for what is newest, which the recorded requests leave out. */
export function listRequests({ victims, pools, transactions, hotAccounts, newestSlot }: Subjects): Asked[] {
  const several = <T>(of: readonly T[], one: (each: T, at: number) => Asked): Asked[] =>
    of.slice(0, EACH).map(one);
  const all = 'confidence=exact,loose,suspected';
  return [
    ...['', `?${all}&limit=100`, '?intent=proven', '?min_loss_sol=0.001', `?${all}&dex=raydium%20cpmm`].map(
      (query) => get('listSandwiches', `/mev/sandwiches${query}`),
    ),
    ...several(pools, (pool, at) =>
      get('listSandwiches', `/mev/sandwiches?pool=${pool}${at % 2 === 0 ? '' : `&${all}`}`),
    ),
    ...several(victims, ({ wallet }) => get('listSandwiches', `/mev/sandwiches?victim=${wallet}&${all}`)),
    ...several(victims, ({ attacker }) => get('listSandwiches', `/mev/sandwiches?attacker=${attacker}`)),
    ...several([1, 10, 100], (back) =>
      get('listSandwiches', `/mev/sandwiches?from=${newestSlot - 10 * back}&to=${newestSlot - back}`),
    ),
    ...['1h', '24h', '7d'].flatMap((period) => [
      get('listAttackers', `/mev/attackers?period=${period}`),
      get('listAttackers', `/mev/attackers?period=${period}&by=victims&limit=5`),
      get('listValidators', `/validators?period=${period}`),
    ]),
    ...several(victims, ({ attacker }, at) =>
      get('getAttacker', `/mev/attackers/${attacker}?time_range_days=${1 + at}`),
    ),
    ...['', '?limit=100', `?before_slot=${newestSlot - 50}&limit=20`].map((query) =>
      get('listSlots', `/slots${query}`),
    ),
    ...several(transactions, ({ slot }, at) =>
      get('getSlot', `/slots/${slot}?limit=${10 * (at + 1)}&votes=${at % 2 === 0}`),
    ),
    ...several([1, 16, 64], (count, at) =>
      post('estimateFees', '/fees/estimate', {
        accounts: [...hotAccounts, ...pools].slice(0, count),
        slots: [50, 150, 300][at],
      }),
    ),
    ...[[], [pools.slice(0, 3)]].map((params) =>
      post('callRpc', '/rpc', { jsonrpc: '2.0', id: 1, method: 'getRecentPrioritizationFees', params }),
    ),
    get('getSlot', `/slots/${newestSlot + 100}`),
    get('getStatus', '/status'),
  ];
}
