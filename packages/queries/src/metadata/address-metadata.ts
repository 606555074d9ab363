import type { Address } from '@tickscope/chain';
import { dexOfProgram, isPublicProgram, poolLabel, shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import type { AddressLabel } from '../reference/address-labels.js';
import { readRememberedLabels } from '../reference/remembered-labels.js';
import { defineAddressQuery, rowsOfEach } from './rows-of-each.js';
import { readTokenNames, type TokenNames, wellKnownSymbol } from './token-names.js';
import { readTradedPools, type TradedPool } from './traded-pools.js';

type AddressMetadata = components['schemas']['AddressMetadata'];
export type BareAddress = Omit<AddressMetadata, 'cached_until'>;
type Kind = AddressMetadata['kind'];

const VALIDATORS = defineQuery({
  name: 'validator-names',
  sql: sqlFile(import.meta.url, './validator-names.sql'),
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
  validators: Map<string, { name: string | null; client: string | null }>;
  signers: Set<string>;
}

/** Labels of these kinds decide the kind of an address. Labels of other kinds (an exchange, a bot) become tags. */
const LABEL_KINDS: ReadonlySet<string> = new Set<Kind>(['token', 'pool', 'program', 'validator', 'wallet']);

/** Describes some addresses, in the order given, from the tables alone. */
export async function readAddresses(
  database: Database,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<BareAddress[]> {
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
    validators: new Map(validators.map((validator) => [validator.address, validator])),
    signers: new Set(),
  };
  const unknown = addresses.filter((address) => describe(address, facts).kind === 'unknown');
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
function describe(address: Address, facts: Facts): BareAddress {
  const labelled = facts.labels.get(address);
  const found = recorded(address, facts);
  const kind =
    labelled !== undefined && LABEL_KINDS.has(labelled.kind)
      ? (labelled.kind as Kind)
      : (found?.kind ?? (facts.signers.has(address) ? 'wallet' : 'unknown'));
  const labelTags =
    labelled === undefined ? [] : [...(labelled.kind === kind ? [] : [labelled.kind]), ...labelled.tags];
  return {
    address,
    kind,
    label: labelled?.label ?? found?.label ?? null,
    tags: [...new Set([...labelTags, ...(found?.tags ?? [])])],
    ...(found?.token === undefined ? {} : { token: found.token }),
    ...(found?.dex_name === undefined ? {} : { dex_name: found.dex_name }),
    source:
      labelled === undefined ? (found?.source ?? (kind === 'wallet' ? 'account_locks' : null)) : 'labels',
  };
}

type Recorded = Pick<BareAddress, 'kind' | 'label' | 'tags' | 'token' | 'dex_name' | 'source'>;

function recorded(address: Address, { tokens, pools, validators }: Facts): Recorded | null {
  const token = tokens.get(address);
  if (token !== undefined)
    return { kind: 'token', label: token.symbol ?? token.name, tags: [], token, source: 'tokens' };
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
      label: poolLabel(pool.mints, dexName),
      tags: at === null ? [] : [at.kind],
      dex_name: dexName,
      source: 'swaps',
    };
  }
  const validator = validators.get(address);
  if (validator === undefined) return null;
  const { name, client } = validator;
  return { kind: 'validator', label: name, tags: client === null ? [] : [client], source: 'validators' };
}
