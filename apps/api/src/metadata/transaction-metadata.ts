import {
  jitoTipLamports,
  priorityFeeLamports,
  signatureFromBase58,
  signerLamportChange,
  signerTokenChanges,
  toBase58,
} from '@tickscope/chain';
import { type FetchedTransaction, fetchTransaction } from '@tickscope/pipeline/rpc';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import { ApiError } from '../errors.js';
import type { ChainNode, NodeContext } from '../node-rpc/chain-node.js';
import type { QueryContext } from '../request-context.js';

const query = (path: string, name: string) => ({ name, sql: sqlFile(import.meta.url, path) });
const FIND_METADATA = query('./find-metadata.sql', 'find-metadata');
const WHOLE_SLOTS = query('../wallet-signatures/whole-slots.sql', 'whole-slots');

export type TransactionMetadata = components['schemas']['TransactionMetadata'];
/** Without the symbols of its tokens and without the time until which it is cached. */
export type BareMetadata = Omit<TransactionMetadata, 'cached_until'>;

/** Concurrent calls to the node; the cap limits their rate. */
const CALLS_AT_ONCE = 8;

/** Returns what the tables have about each signature; unknown signatures are left out. */
export async function storedMetadata(
  database: Database,
  signatures: readonly string[],
  context: QueryContext,
): Promise<Map<string, BareMetadata>> {
  const bytes = signatures.map((signature) => Buffer.from(signatureFromBase58(signature)));
  type Row = [
    ...[
      signature: string,
      slot: string,
      blockTime: number | null,
      success: boolean | null,
      error: string | null,
    ],
    ...[fee: string | null, priorityFee: string | null, tip: string | null, computeUnits: number | null],
    ...[signer: string, solChange: string | null, tokens: [mint: string, decimals: number, amount: string][]],
  ];
  const rows = await database.rows<Row>(
    FIND_METADATA,
    {
      prefixes: bytes.map((signature) => signature.readBigUInt64LE()),
      signatures: bytes.map((signature) => signature.toString('hex')),
    },
    context,
  );
  if (rows.length === 0) return new Map();
  const slots = [...new Set(rows.map(([, slot]) => toInteger(slot)))];
  const whole = new Set(
    (await database.rows<[string]>(WHOLE_SLOTS, { slots }, context)).map(([slot]) => slot),
  );
  const found = new Map<string, BareMetadata>();
  for (const row of rows) {
    const [signature, slot, blockTime, success, error, fee, priorityFee, tip, units, signer, sol, tokens] =
      row;
    if (!whole.has(slot) || found.has(signature)) continue;
    found.set(signature, {
      ...{ signature, found: true, slot: toInteger(slot), blockTime, success, err: parsedError(error) },
      ...{ fee: toIntegerOrNull(fee), priority_fee: priorityFee, jito_tip: tip, compute_units: units },
      ...{ signer, sol_change: sol },
      token_changes: tokens.map(([mint, decimals, amount]) => ({ mint, symbol: null, decimals, amount })),
      source: 'clickhouse',
    });
  }
  return found;
}

export interface FetchedMetadata {
  found: Map<string, BareMetadata>;
  /** Signatures that the node does not know. */
  unknown: Set<string>;
  /** Why the node did not answer for the others. */
  failure: ApiError | null;
}

/** Asks a node about some transactions. Stops at the first failure. */
export async function fetchedMetadata(
  node: ChainNode,
  signatures: readonly string[],
  context: NodeContext,
): Promise<FetchedMetadata> {
  const result: FetchedMetadata = { found: new Map(), unknown: new Set(), failure: null };
  const left = [...signatures];
  try {
    await node.ask(async (rpc, signal) => {
      const worker = async (): Promise<void> => {
        for (let signature = left.shift(); signature !== undefined; signature = left.shift()) {
          const fetched = await fetchTransaction(rpc, signature, signal).catch((error: unknown) => {
            left.length = 0;
            throw error;
          });
          if (fetched === null) result.unknown.add(signature);
          else result.found.set(signature, metadataOf(signature, fetched));
        }
      };
      const workers = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, worker));
      for (const each of workers) if (each.status === 'rejected') throw each.reason;
    }, context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    result.failure = error;
  }
  return result;
}

/** Derives the same facts that the writer stores for a transaction. */
export function metadataOf(
  signature: string,
  { slot, blockTime, transaction }: FetchedTransaction,
): BareMetadata {
  const { meta, staticKeys } = transaction;
  const signer = toBase58(staticKeys[0]!);
  return {
    ...{ signature, found: true, slot, blockTime },
    success: meta === null ? null : meta.error === null,
    err: parsedError(meta?.error ?? null),
    fee: meta === null ? null : toInteger(String(meta.feeLamports)),
    priority_fee: priorityFeeLamports(transaction)?.toString() ?? null,
    jito_tip: jitoTipLamports(transaction)?.toString() ?? null,
    compute_units: meta?.computeUnits ?? null,
    signer,
    sol_change: signerLamportChange(transaction)?.toString() ?? null,
    token_changes: (signerTokenChanges(transaction, signer) ?? []).map(({ mint, decimals, amount }) => ({
      ...{ mint, symbol: null, decimals },
      amount: amount.toString(),
    })),
    source: 'rpc',
  };
}

export function unknownMetadata(signature: string, source: 'unavailable' | null): BareMetadata {
  return {
    ...{ signature, found: false, slot: null, blockTime: null, success: null, err: null, fee: null },
    ...{ priority_fee: null, jito_tip: null, compute_units: null, signer: null, sol_change: null },
    token_changes: [],
    source,
  };
}

/** The error is stored as the JSON that a node prints. */
function parsedError(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
