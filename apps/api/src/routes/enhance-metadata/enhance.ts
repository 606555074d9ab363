import { type Address, isAddress, type Signature } from '@tickscope/chain';
import type { Database, QueryContext } from '@tickscope/queries';
import { perDatabase } from '@tickscope/queries/caches';
import {
  readAddresses,
  readTokenNames,
  type StoredMetadata,
  storedMetadata,
} from '@tickscope/queries/metadata';
import type { components } from '@tickscope/schemas';
import type { ChainNode, NodeContext } from '../../node-rpc/chain-node.js';
import { parsedError } from '../../parsed-error.js';
import { type BareMetadata, fetchedMetadata } from './fetched-metadata.js';
import { keptMetadata } from './kept-metadata.js';

type AddressMetadata = components['schemas']['AddressMetadata'];
type TransactionMetadata = components['schemas']['TransactionMetadata'];

export interface MetadataSources {
  database: Database;
  node: ChainNode | null;
  context: NodeContext;
}

const keptTransactions = perDatabase(() => keptMetadata<TransactionMetadata>());
const keptAddresses = perDatabase(() => keptMetadata<AddressMetadata>());

/**
 * Returns what each transaction cost and changed, in the order asked: from the cache, else from the tables,
 * else from a node. Rows that the node failed to answer are marked. If no row at all is known, throws
 * `ApiError` `unavailable`.
 */
export async function enhanceSignatures(
  { database, node, context }: MetadataSources,
  signatures: readonly Signature[],
): Promise<TransactionMetadata[]> {
  const kept = keptTransactions(database);
  const rows = new Map<string, TransactionMetadata>();
  const asked = [...new Set(signatures)].filter((signature) => {
    const known = kept.get(signature);
    if (known !== undefined) rows.set(signature, known);
    return known === undefined;
  });
  const stored = await storedMetadata(database, asked, context);
  const older = asked.filter((signature) => !stored.has(signature));
  const fetched = node === null || older.length === 0 ? null : await fetchedMetadata(node, older, context);
  if (fetched?.failure && rows.size + stored.size + fetched.found.size + fetched.unknown.size === 0)
    throw fetched.failure;
  const found = [...[...stored.values()].map(present), ...(fetched?.found.values() ?? [])];
  for (const row of await withSymbols(database, found, context))
    rows.set(row.signature, kept.keep(row.signature, row, isFinished(row)));
  for (const signature of older) {
    if (rows.has(signature)) continue;
    const isUnanswered = fetched !== null && !fetched.unknown.has(signature);
    // Not cached: the transaction may be stored, or the node be back, at any time.
    const until = new Date().toISOString();
    rows.set(signature, {
      ...unknownMetadata(signature, isUnanswered ? 'unavailable' : null),
      cached_until: until,
    });
  }
  return signatures.map((signature) => rows.get(signature)!);
}

/** Describes each address, in the order asked: from the cache, else from the tables. */
export async function enhanceAddresses(
  { database, context }: MetadataSources,
  addresses: readonly Address[],
): Promise<AddressMetadata[]> {
  const kept = keptAddresses(database);
  const asked = [...new Set(addresses)].filter((address) => kept.get(address) === undefined);
  const rows = new Map<string, AddressMetadata>();
  for (const address of addresses) {
    const known = kept.get(address);
    if (known !== undefined) rows.set(address, known);
  }
  if (asked.length > 0)
    for (const { row, isComplete } of await readAddresses(database, asked, context))
      rows.set(row.address, kept.keep(row.address, row, isComplete));
  return addresses.map((address) => rows.get(address)!);
}

function present(row: StoredMetadata): BareMetadata {
  const { signature, slot, blockTime, success, fee, signer } = row;
  return {
    ...{ signature, found: true, slot, blockTime, success, err: parsedError(row.error), fee },
    ...{ priority_fee: row.priorityFee, jito_tip: row.jitoTip, compute_units: row.computeUnits },
    ...{ signer, sol_change: row.solChange },
    token_changes: row.tokenChanges.map(({ mint, decimals, amount }) => ({
      mint,
      symbol: null,
      decimals,
      amount,
    })),
    source: 'clickhouse',
  };
}

function unknownMetadata(signature: Signature, source: 'unavailable' | null): BareMetadata {
  return {
    ...{ signature, found: false, slot: null, blockTime: null, success: null, err: null, fee: null },
    ...{ priority_fee: null, jito_tip: null, compute_units: null, signer: null, sol_change: null },
    token_changes: [],
    source,
  };
}

async function withSymbols(
  database: Database,
  rows: readonly BareMetadata[],
  context: QueryContext,
): Promise<BareMetadata[]> {
  const mints = new Set(rows.flatMap(({ token_changes: changes }) => changes.map(({ mint }) => mint)));
  const names = await readTokenNames(database, [...mints].filter(isAddress), context);
  return rows.map((row) => ({
    ...row,
    token_changes: row.token_changes.map((change) => ({
      ...change,
      symbol: names.get(change.mint)?.symbol ?? null,
    })),
  }));
}

/** Whether every field is known, so that the row cannot change any more. */
function isFinished({ success, blockTime, fee, token_changes: changes }: BareMetadata): boolean {
  const isNamed = changes.every(({ symbol }) => symbol !== null);
  return success !== null && blockTime !== null && fee !== null && isNamed;
}
