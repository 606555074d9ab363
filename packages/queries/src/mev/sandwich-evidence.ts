import { column, defineQuery, param, type RowOf, sqlFile } from '@tickscope/store';
import { knownAmount, type TokenOf, tokenAmount } from '../amounts/token-amount.js';
import type { Database, QueryContext } from '../database.js';
import { readTokens } from '../reference/token-symbols.js';
import type { Evidence, KnownSandwich } from './incidents.js';
import { intentFields } from './intent-columns.js';
import { judgedOf, readVerdictsNow, VERDICT_COLUMNS, type VerdictNow } from './now/verdicts-now.js';

const EVIDENCE_COLUMNS = {
  id: column.text,
  firstSlot: column.integer,
  addresses: column.list(column.text),
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
  /** Without those who are known to have lost nothing. */
  victimCount: column.integer,
  revision: column.integer,
  ...VERDICT_COLUMNS,
};
const SANDWICH_EVIDENCE = defineQuery({
  name: 'sandwich-evidence',
  sql: sqlFile(import.meta.url, './sandwich-evidence.sql'),
  params: { first_slots: param.integers, ids: param.texts },
  row: EVIDENCE_COLUMNS,
});

/**
 * Reads the evidence for those of some sandwiches that count as of now, by id. Leaves out those that were retracted since
 * their legs were read.
 */
export async function readEvidence(
  database: Database,
  { firstSlots, ids }: { firstSlots: readonly number[]; ids: readonly string[] },
  context: QueryContext,
): Promise<Map<string, KnownSandwich>> {
  const rows = await database.rows(SANDWICH_EVIDENCE, { first_slots: firstSlots, ids }, context);
  const mints = rows.flatMap(({ mintIn, mintOut, gainMint }) => [mintIn, mintOut, gainMint]);
  const [verdicts, tokenOf] = await Promise.all([
    readVerdictsNow(
      database,
      rows.map((row) => judgedOf(row, row)),
      context,
    ),
    readTokens(database, mints, context),
  ]);
  const known = new Map<string, KnownSandwich>();
  for (const [at, row] of rows.entries()) {
    const { confidence, ...verdict } = verdicts[at]!;
    if (confidence === 'suspected') continue;
    known.set(row.id, { evidence: toEvidence(row, { ...verdict, confidence }, tokenOf), tokenOf });
  }
  return known;
}

type EvidenceRow = RowOf<typeof EVIDENCE_COLUMNS>;

function toEvidence(
  row: EvidenceRow,
  { confidence, confidenceThen, basis, intent, signs }: VerdictNow & Pick<Evidence, 'confidence'>,
  tokenOf: TokenOf,
): Evidence {
  return {
    id: row.id,
    confidence,
    confidence_then: confidenceThen,
    basis,
    link: row.link,
    link_address: row.linkAddress,
    quantity_ratio: row.quantityRatio,
    mint_in: row.mintIn,
    mint_out: row.mintOut,
    gain_mint: row.gainMint,
    gross: row.gross,
    net: row.net,
    gain: tokenAmount(row.gross, row.gainMint, tokenOf),
    net_gain: knownAmount(row.net, row.gainMint, tokenOf),
    is_final: row.isFinal,
    victim_count: row.victimCount,
    revision: row.revision,
    ...intentFields({ ...row, intent, evidence: [...signs] }),
  };
}
