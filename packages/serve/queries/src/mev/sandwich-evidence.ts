import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { knownAmount, type TokenOf, tokenAmount } from '../amounts/token-amount.js';
import type { Database, QueryContext } from '../database.js';
import { readTokensOf } from '../reference/token-symbols.js';
import { intentFields, VERDICT_COLUMNS } from './verdict-columns.js';

const EVIDENCE_COLUMNS = {
  id: column.text,
  link: column.text,
  /** Base58 like the mints, or empty. */
  linkAddress: column.text,
  quantityRatio: column.float,
  mintIn: column.text,
  mintOut: column.text,
  gainMint: column.text,
  /** Decimal, in the smallest unit of `gainMint`. */
  gross: column.text,
  net: column.nullable(column.text),
  kept: column.nullable(column.text),
  isFinal: column.flag,
  /** Without those who are known to have lost nothing. */
  victimCount: column.integer,
  revision: column.integer,
  ...VERDICT_COLUMNS,
  /** Confidence of those that count. */
  confidence: column.oneOf('exact', 'loose'),
};
const SANDWICH_EVIDENCE = defineFileQuery(import.meta.url, './sandwich-evidence.sql', {
  params: { first_slots: param.integers, ids: param.texts },
  row: EVIDENCE_COLUMNS,
});

export type Evidence = ReturnType<typeof toEvidence>;

/** A sandwich that counts, and how amounts of its tokens are written. */
export interface KnownSandwich {
  evidence: Evidence;
  tokenOf: TokenOf;
}

/**
 * Reads the evidence for those sandwiches of some legs that count as of now, by id. Leaves out those that were retracted since
 * their legs were read.
 */
export async function readEvidence(
  database: Database,
  legs: readonly { firstSlot: number; sandwichId: string }[],
  context: QueryContext,
): Promise<Map<string, KnownSandwich>> {
  if (legs.length === 0) return new Map();
  const first_slots = [...new Set(legs.map(({ firstSlot }) => firstSlot))];
  const ids = [...new Set(legs.map(({ sandwichId }) => sandwichId))];
  const rows = await database.rows(SANDWICH_EVIDENCE, { first_slots, ids }, context);
  const tokenOf = await readTokensOf(database, rows, context);
  return new Map(rows.map((row) => [row.id, { evidence: toEvidence(row, tokenOf), tokenOf }]));
}

export function toEvidence(row: RowOf<typeof EVIDENCE_COLUMNS>, tokenOf: TokenOf) {
  return {
    id: row.id,
    confidence: row.confidence,
    confidence_then: row.confidenceThen,
    basis: row.basis,
    link: row.link,
    link_address: row.linkAddress,
    quantity_ratio: row.quantityRatio,
    mint_in: row.mintIn,
    mint_out: row.mintOut,
    gain_mint: row.gainMint,
    gross: row.gross,
    net: row.net,
    kept: row.kept,
    gain: tokenAmount(row.gross, row.gainMint, tokenOf),
    net_gain: knownAmount(row.net, row.gainMint, tokenOf),
    kept_gain: knownAmount(row.kept, row.gainMint, tokenOf),
    is_final: row.isFinal,
    victim_count: row.victimCount,
    revision: row.revision,
    ...intentFields(row),
  };
}
