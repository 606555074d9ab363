import type { Address } from '@tickscope/chain';
import {
  dexOfProgram,
  isCuratedSymbol,
  isPublicProgram,
  poolLabel,
  type SymbolOf,
  shortAddress,
} from '@tickscope/dex';
import { column, defineFileQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { AddressLabel } from '../reference/address-labels.js';
import { readRememberedLabels } from '../reference/remembered-labels.js';
import { readSymbols } from '../reference/token-symbols.js';
import { defineAddressQuery, rowsOfEach } from './rows-of-each.js';
import { readTokenNames, type TokenNames, wellKnownSymbol } from './token-names.js';
import { readTradedPools, type TradedPool } from './traded-pools.js';

/** Labels of these kinds decide the kind of an address. Labels of other kinds (an exchange, a bot) become tags. */
const KINDS = ['token', 'pool', 'program', 'validator', 'wallet'] as const;

interface AddressRow {
  address: Address;
  kind: (typeof KINDS)[number] | 'unknown';
  label: string | null;
  tags: string[];
  token?: TokenNames;
  /** DEX of a pool or a program. */
  dex_name?: string;
  /** Table or list that the kind comes from; null: no one knows it. */
  source: 'labels' | 'tokens' | 'programs' | 'swaps' | 'validators' | 'account_locks' | null;
}

export interface DescribedAddress {
  row: AddressRow;
  /** Whether the label is final: it is known, and so is every symbol that it is made of. */
  isComplete: boolean;
}

const VALIDATORS = defineFileQuery(import.meta.url, './validator-names.sql', {
  params: { addresses: param.addresses },
  row: {
    /** Base58, of its identity or vote account. */
    address: column.address,
    name: column.nullable(column.text),
    client: column.nullable(column.text),
  },
});
const SIGNERS = defineAddressQuery({
  name: 'signers',
  sql: sqlFile(import.meta.url, './signer.sql'),
  row: {
    /** Base58. */
    address: column.address,
  },
});

interface Facts {
  labels: ReadonlyMap<string, AddressLabel>;
  tokens: Map<string, TokenNames>;
  pools: Map<string, TradedPool>;
  /** Symbols of the tokens of these pools. */
  symbolOf: SymbolOf;
  validators: Map<string, { name: string | null; client: string | null }>;
  signers: Set<string>;
}

/** Describes some addresses, in the order given, from the tables alone. */
export async function readAddresses(
  database: Database,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<DescribedAddress[]> {
  const [labels, pools, validators, tokens] = await Promise.all([
    readRememberedLabels(database, addresses, context),
    readTradedPools(database, addresses.filter(mayBePool), context),
    database.rows(VALIDATORS, { addresses }, context),
    readTokenNames(database, addresses, context),
  ]);
  const facts: Facts = {
    labels,
    tokens,
    pools,
    symbolOf: await readSymbols(
      database,
      [...pools.values()].flatMap(({ mints }) => mints),
      context,
    ),
    validators: new Map(validators.map((validator) => [validator.address, validator])),
    signers: new Set(),
  };
  const unknown = addresses.filter((address) => describe(address, facts).row.kind === 'unknown');
  for (const { address } of await rowsOfEach(database, SIGNERS, unknown, context)) facts.signers.add(address);
  return addresses.map((address) => describe(address, facts));
}

/**
 * Addresses that this build already knows as something else are not looked up among the pools, the most
 * expensive query.
 */
function mayBePool(address: Address): boolean {
  return wellKnownSymbol(address) === null && dexOfProgram(address) === null && !isPublicProgram(address);
}

/** The kind of an address comes from its label, else from what is recorded about it, else from what it did. */
function describe(address: Address, facts: Facts): DescribedAddress {
  const labelled = facts.labels.get(address);
  const found = recorded(address, facts);
  const kind =
    KINDS.find((one) => one === labelled?.kind) ??
    found?.kind ??
    (facts.signers.has(address) ? 'wallet' : 'unknown');
  const labelTags =
    labelled === undefined ? [] : [...(labelled.kind === kind ? [] : [labelled.kind]), ...labelled.tags];
  const row: AddressRow = {
    address,
    kind,
    label: labelled?.label ?? found?.label ?? null,
    tags: [...new Set([...labelTags, ...(found?.tags ?? [])])],
    ...(found?.token === undefined ? {} : { token: found.token }),
    ...(found?.dex_name === undefined ? {} : { dex_name: found.dex_name }),
    source:
      labelled === undefined ? (found?.source ?? (kind === 'wallet' ? 'account_locks' : null)) : 'labels',
  };
  return { row, isComplete: labelled !== undefined || (row.label !== null && found?.isPartial !== true) };
}

interface Recorded extends Omit<AddressRow, 'address'> {
  /** The label stands in for one that is not known yet. */
  isPartial?: boolean;
}

/** The label of a mint: its address where its symbol or name copies that of a well-known one, as in labels of pools. */
function tokenLabel(mint: Address, { symbol, name }: TokenNames): string | null {
  const label = symbol ?? name;
  const isCopy = label !== null && isCuratedSymbol(label) && wellKnownSymbol(mint) === null;
  return isCopy ? shortAddress(mint) : label;
}

function recorded(address: Address, { tokens, pools, symbolOf, validators }: Facts): Recorded | null {
  const token = tokens.get(address);
  if (token !== undefined)
    return {
      ...{ kind: 'token', label: tokenLabel(address, token), tags: [], token, source: 'tokens' },
      isPartial: token.symbol === null || token.decimals === null,
    };
  const dex = dexOfProgram(address);
  if (dex !== null || isPublicProgram(address))
    return {
      kind: 'program',
      label: dex?.name ?? null,
      tags: dex === null ? ['aggregator'] : ['dex', dex.kind],
      ...(dex === null ? {} : { dex_name: dex.name }),
      source: 'programs',
    };
  const pool = pools.get(address);
  if (pool !== undefined) {
    const at = dexOfProgram(pool.programId);
    const dexName = at?.name ?? shortAddress(pool.programId);
    return {
      kind: 'pool',
      label: poolLabel(pool.mints, dexName, symbolOf),
      tags: at === null ? [] : [at.kind],
      dex_name: dexName,
      source: 'swaps',
      isPartial: pool.mints.some((mint) => symbolOf(mint) === shortAddress(mint)),
    };
  }
  const validator = validators.get(address);
  if (validator === undefined) return null;
  const { name, client } = validator;
  return { kind: 'validator', label: name, tags: client === null ? [] : [client], source: 'validators' };
}
