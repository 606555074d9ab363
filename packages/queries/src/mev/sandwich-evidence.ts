import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { Evidence } from './incidents.js';
import { INTENT_COLUMNS, intentFields } from './intent-columns.js';

const EVIDENCE_COLUMNS = {
  id: column.text,
  confidence: column.oneOf('exact', 'loose', 'suspected'),
  basis: column.nullable(column.text),
  link: column.text,
  /** Base58 like the mints, or empty. */
  linkAddress: column.text,
  quantityRatio: column.float,
  mintIn: column.address,
  mintOut: column.address,
  gainMint: column.address,
  /** Decimal, in the smallest unit of `gainMint`. */
  gross: column.text,
  net: column.nullable(column.text),
  isFinal: column.flag,
  victimCount: column.integer,
  revision: column.integer,
  ...INTENT_COLUMNS,
};
const SANDWICH_EVIDENCE = defineQuery({
  name: 'sandwich-evidence',
  sql: sqlFile(import.meta.url, './sandwich-evidence.sql'),
  params: { first_slots: param.integers, ids: param.texts },
  row: EVIDENCE_COLUMNS,
});

/**
 * Reads the evidence for some sandwiches, by id. Leaves out those that have become suspected or were retracted
 * since their legs were read.
 */
export async function readEvidence(
  database: Database,
  { firstSlots, ids }: { firstSlots: readonly number[]; ids: readonly string[] },
  context: QueryContext,
): Promise<Map<string, Evidence>> {
  const rows = await database.rows(SANDWICH_EVIDENCE, { first_slots: firstSlots, ids }, context);
  const evidence = new Map<string, Evidence>();
  for (const row of rows)
    if (row.confidence !== 'suspected') evidence.set(row.id, toEvidence(row, row.confidence));
  return evidence;
}

type EvidenceRow = RowOf<typeof EVIDENCE_COLUMNS>;

function toEvidence(row: EvidenceRow, confidence: Evidence['confidence']): Evidence {
  return {
    id: row.id,
    confidence,
    basis: row.basis,
    link: row.link,
    link_address: row.linkAddress,
    quantity_ratio: row.quantityRatio,
    mint_in: row.mintIn,
    mint_out: row.mintOut,
    gain_mint: row.gainMint,
    gross: row.gross,
    net: row.net,
    is_final: row.isFinal,
    victim_count: row.victimCount,
    revision: row.revision,
    ...intentFields(row),
  };
}
