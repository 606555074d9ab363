import type { SandwichKey } from '@tickscope/queries/sandwiches';
import {
  parseSandwichId,
  listSandwiches as readPage,
  type SandwichFilter,
} from '@tickscope/queries/sandwiches';
import { CONFIDENCES, INTENTS } from '@tickscope/sandwich';
import { type AnswerOf, defineOperation, type QueryOf } from '../../define-operation.js';
import { dexNameOf } from '../../dex-name.js';
import { invalidRequest } from '../../errors.js';
import { asCsv } from './as-csv.js';

type Query = QueryOf<'listSandwiches'>;

const LIMIT = 20;

/** `GET /mev/sandwiches`: the newest stored sandwiches that match. */
export const listSandwiches = defineOperation('listSandwiches', {
  isOurs: true,
  asCsv: ({ data }) => asCsv(data),
  async answer({ queryParameters: query, database, context }): Promise<AnswerOf<'listSandwiches'>> {
    const limit = query.limit === undefined ? LIMIT : Number(query.limit);
    const question = { filter: filterOf(query), before: cursorOf(query), limit };
    const { sandwiches, next, coverage } = await readPage(database, question, context);
    return { success: true, data: { sandwiches, next_cursor: next?.sandwichId ?? null, coverage } };
  },
});

function filterOf(query: Query): SandwichFilter {
  const { pool, mint, dex, attacker, victim, leader, client } = query;
  const { confidence, intent, min_loss_sol: minLoss } = query;
  const fromSlot = query.from === undefined ? 0 : Number(query.from);
  const toSlot = query.to === undefined ? Number.MAX_SAFE_INTEGER : Number(query.to);
  if (fromSlot > toSlot) throw invalidRequest('to: expected not before from');
  const wanted = (confidence ?? 'exact,loose').split(',');
  return {
    ...{ pool: pool ?? null, mint: mint ?? null, dex: dexNameOf(dex) },
    ...{ attacker: attacker ?? null, victim: victim ?? null },
    ...{ leader: leader ?? null, client: client ?? null },
    confidences: CONFIDENCES.filter((one) => wanted.includes(one)),
    intents: intent === undefined ? null : INTENTS.filter((one) => intent.split(',').includes(one)),
    minLossSol: minLoss === undefined ? null : Number(minLoss),
    ...{ fromSlot, toSlot },
  };
}

function cursorOf({ cursor }: Query): SandwichKey | null {
  if (cursor === undefined) return null;
  const key = parseSandwichId(cursor);
  if (key === null) throw invalidRequest('cursor: expected the next_cursor of an answer');
  return key;
}
