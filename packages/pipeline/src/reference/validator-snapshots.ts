import {
  type ClickHouseClient,
  readValidators,
  type ValidatorFacts,
  writeValidators,
} from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchEpochInfo } from './epoch-info.js';
import { fetchNodes, fetchValidatorNames, fetchVoteAccounts, type GossipNode } from './fetch-validators.js';

/** Identities that are told apart; more are no cluster. */
const MOST_VALIDATORS = 100_000;

/**
 * Snapshots of the validators: what three methods tell, each on its own schedule, put together; a row is written where
 * something has changed. Gossip is ephemeral: who is not in it now is still what it was.
 *
 * Only of identities that vote or lead: anybody may be in gossip.
 */
export class ValidatorSnapshots {
  readonly #rpc: JsonRpc;
  readonly #client: ClickHouseClient;
  readonly #validators = new Set<string>();
  #nodes = new Map<string, GossipNode>();
  #voteAccounts = new Map<string, string>();
  #names = new Map<string, string>();
  /** What is stored; read before the first is written. */
  #stored: Map<string, ValidatorFacts> | null = null;
  /** One writer at a time. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: { rpc: JsonRpc; client: ClickHouseClient }) {
    this.#rpc = options.rpc;
    this.#client = options.client;
  }

  /** These lead slots: what is known of them is stored with the next snapshot. */
  addLeaders(identities: readonly string[]): void {
    for (const identity of identities)
      if (this.#validators.size < MOST_VALIDATORS) this.#validators.add(identity);
  }

  /** Clients and versions. @returns how many rows were written */
  async readNodes(signal: AbortSignal): Promise<number> {
    this.#nodes = await fetchNodes(this.#rpc, signal);
    return this.#write(signal);
  }

  async readVoteAccounts(signal: AbortSignal): Promise<number> {
    this.#voteAccounts = await fetchVoteAccounts(this.#rpc, signal);
    this.addLeaders([...this.#voteAccounts.keys()]);
    return this.#write(signal);
  }

  async readNames(signal: AbortSignal): Promise<number> {
    this.#names = await fetchValidatorNames(this.#rpc, signal);
    return this.#write(signal);
  }

  #write(signal: AbortSignal): Promise<number> {
    const written = this.#writing.then(() => this.#writeChanges(signal));
    this.#writing = written.catch(() => {});
    return written;
  }

  async #writeChanges(signal: AbortSignal): Promise<number> {
    const { slot } = await fetchEpochInfo(this.#rpc, signal);
    this.#stored ??= new Map((await readValidators(this.#client)).map((facts) => [facts.identity, facts]));
    const changed: ValidatorFacts[] = [];
    for (const identity of this.#validators) {
      const before = this.#stored.get(identity);
      const now = this.#factsOf(identity, before);
      if (isKnown(now) && (before === undefined || !areSame(before, now))) changed.push(now);
    }
    signal.throwIfAborted();
    await writeValidators(this.#client, slot, changed);
    for (const facts of changed) this.#stored.set(facts.identity, facts);
    return changed.length;
  }

  #factsOf(identity: string, before: ValidatorFacts | undefined): ValidatorFacts {
    const node = this.#nodes.get(identity);
    // Client and version come together: a version without its client is not that of the client before it.
    const isTold = node !== undefined && (node.client !== null || node.version !== null);
    return {
      identity,
      voteAccount: this.#voteAccounts.get(identity) ?? before?.voteAccount ?? null,
      client: (isTold ? node.client : before?.client) ?? null,
      version: (isTold ? node.version : before?.version) ?? null,
      name: this.#names.get(identity) ?? before?.name ?? null,
    };
  }
}

function isKnown({ voteAccount, client, version, name }: ValidatorFacts): boolean {
  return voteAccount !== null || client !== null || version !== null || name !== null;
}

function areSame(left: ValidatorFacts, right: ValidatorFacts): boolean {
  return (
    left.voteAccount === right.voteAccount &&
    left.client === right.client &&
    left.version === right.version &&
    left.name === right.name
  );
}
