/**
 * Plain SQL over the tables, for what cards show: texts as the page has them, and sets that several cards are about. Which
 * sandwiches count as of now is a parameter of each query (`CountedParams`).
 */

export const key = (address: string): string => `toFixedString(base58Decode('${address}'), 32)`;
export const SOL = key('So11111111111111111111111111111111111111112');
/** `least`: whether a figure is a lower bound. */
const exact = (of: string, unit: string, least: string): string =>
  `ifNull(concat(if(${least}, '≥ ', ''), toString(${of}), ' ${unit}'), 'not known')`;
export const lamports = (of: string, least = 'false'): string => exact(of, 'lamports', least);
export const units = (of: string, least = 'false'): string => exact(of, 'units', least);
export const unlessNone = (of: string): string => `if(ifNull(${of}, 0) = 0, '—', ${lamports(of)})`;
export const plural = (count: string, one: string, many = `${one}s`): string =>
  `concat(toString(${count}), if(${count} = 1, ' ${one}', ' ${many}'))`;
export const solText = (of: string): string =>
  `multiIf(${of} = 0, '0 SOL', ${of} < 1e6, ${plural(of, 'lamport')}, printf('%.4f SOL', ${of} / 1e9))`;
export const signed = (of: string): string =>
  `multiIf(${of} > 0, concat('+', toString(${of})), ${of} < 0, concat('−', toString(-${of})), '0')`;
/** Ties go up. */
export const fixed = (of: string, digits: number): string => `printf('%.${digits}f', ${of} + 1e-9)`;
export const percent = (of: string, digits: number): string =>
  `concat(${fixed(`100 * ${of}`, digits)}, ' %')`;
/** Rounds basis points to two digits, as the API has them. */
export const lossPercent = (of: string): string =>
  `multiIf(${of} > 0 AND ${of} < 0.0005, '<0.1 %', ${of} >= 0.9995 AND ${of} < 1, '>99.9 %', ${percent(`round(1e4 * ${of}, 2) / 1e4`, 1)})`;
export const RESULT = "if(success, 'succeeded', '○ failed')";

/** Columns of `CountedParams`. The view costs more than all tables together, so it is read once. */
export const COUNTED_NOW = `SELECT groupArray(bracket_id), groupArray(toString(confidence)), groupArray(intent)
  FROM sandwiches_now(from_slot = 0, to_slot = 4000000000) WHERE is_counted`;
export interface CountedParams {
  ids: string[];
  confidences: string[];
  intents: string[];
}
const IDS = '{ids:Array(String)}';
const nowOf = (values: keyof CountedParams): string =>
  `transform(bracket_id, ${IDS}, {${values}:Array(String)}, '')`;
/** With what is said of them now. */
export const COUNTED = `(SELECT * REPLACE (${nowOf('confidences')} AS confidence, ${nowOf('intents')} AS intent)
  FROM sandwiches FINAL WHERE bracket_id IN ${IDS})`;
/**
 * Legs of sandwiches that count; `sol`: a victim's loss in lamports, at the rate of its own swap; `is_least`: of its loss a lower
 * bound is known at most.
 */
export const LEGS = `(SELECT *, endsWith(toString(role), 'attempt') AS failed, multiIf(loss_amount IS NULL, NULL,
    mint_out = ${SOL}, toInt128(loss_amount), mint_in = ${SOL}, intDiv(loss_amount * trader_in, trader_out), NULL) AS sol,
    role = 'victim' AND ifNull(loss_method, 'front_rate') = 'front_rate' AS is_least
  FROM sandwich_legs FINAL WHERE bracket_id IN ${IDS})`;
export const VICTIMS = `(SELECT * FROM ${LEGS} WHERE role = 'victim' AND ifNull(loss_amount, 1) > 0)`;
/** A sum of losses leaves out what is not known in SOL. */
export const SUM_IS_LEAST = 'max(is_least OR sol IS NULL)';
/** Sandwiches that count, with what their victims lost, and its part of what they would have got. */
export const LOST = `(SELECT c.*, v.lost AS lost, v.part AS part, v.least AS least FROM ${COUNTED} AS c LEFT JOIN
  (SELECT bracket_id, sumOrNull(sol) AS lost, sumOrNull(loss_amount) / (sum(loss_amount) + sumIf(trader_out, loss_amount > 0))
    AS part, max(is_least) AS least FROM ${VICTIMS} GROUP BY bracket_id) AS v USING (bracket_id))`;
export const newest = (count: number, where = 'true'): string =>
  `(SELECT * FROM ${LOST} WHERE ${where} ORDER BY first_slot DESC, bracket_id DESC LIMIT ${count})`;
/** A list of sandwiches as pages show it: of the newest by their first leg those that ended last. */
export const listed = (of: string, most = 20): string =>
  `SELECT bracket_id, ${lamports('lost', 'least')}, ifNull(concat(if(least, '≥ ', ''), ${lossPercent('part')}), 'not known'), base58Encode(attackers[1]), concat(confidence, ' · ', intent) FROM ${of}
   ORDER BY last_slot DESC, first_slot DESC, arrayMap(x -> toInt64(x), splitByChar('.', bracket_id)) DESC LIMIT ${most}`;
export const LIST = 'key | Lost | Loss % | Attacker | Certainty';
/** Stored blocks: their leader and its client, and the swaps of victims, each once. */
export const BLOCKS = `(SELECT b.slot AS slot, base58Encode(l.identity) AS leader, ifNull(c.client, 'not known') AS client,
    uniqExactIf((v.slot, v.block_index, v.outer_index, v.inner_index, v.part_index), v.slot > 0) AS victims
  FROM slots AS b FINAL INNER JOIN leaders AS l FINAL ON l.slot = b.slot
  LEFT JOIN (SELECT identity, argMax(client, valid_from_slot) AS client FROM validators FINAL GROUP BY identity) AS c
    ON c.identity = l.identity
  LEFT JOIN ${VICTIMS} AS v ON v.slot = b.slot GROUP BY slot, leader, client)`;
export const BLOCK_COUNT = '(SELECT count() FROM slots FINAL)';
/** A share of ten, of the compute limit of an account in these slots; with two digits, of which the page shows one. */
export const HEAT = `round(10 * sum(used) / 24000000 / ${BLOCK_COUNT}, 2)`;
/** The interval of a share, by Wilson (1927), four standard errors wide on either side: `0.42 % – 3.10 %`. */
const WILSON = ['-', '+'].map((sign) => {
  const reach = '4 * sqrt(hurt / blocks * (1 - hurt / blocks) / blocks + 4 / (blocks * blocks))';
  return `least(1, greatest(0, (hurt / blocks + 8 / blocks ${sign} ${reach}) / (1 + 16 / blocks)))`;
});
export const INTERVAL = `concat(${WILSON.map((end) => percent(end, 2)).join(", ' – ', ")})`;
/** Whether a whole interval lies above the share of all. */
export const isAbove = (share: string): string => `if(${WILSON[0]} > ${share}, '▲ above all', '')`;
export const locksOf = (account: string): string =>
  `(SELECT * FROM account_locks WHERE account = ${key(account)})`;
export const RANKS = [0.5, 0.75, 0.9, 0.95];
export const nearestRank = (values: string, rank: number): string =>
  `arraySort(${values} AS sorted)[toUInt32(ceil(${rank} * length(sorted)))]`;
