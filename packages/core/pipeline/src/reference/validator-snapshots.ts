import { type ReadWrite, readValidators, type ValidatorFacts, writeValidators } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchEpochInfo } from './epoch-info.js';
import { fetchNodes, fetchValidatorNames, fetchVoteAccounts, type GossipNode } from './fetch-validators.js';

/** Limit on identities; no real cluster has more. */
const MOST_VALIDATORS = 100_000;

/**
 * Snapshots of the validators, merged from three RPC methods that run on their own schedules. A row is written when
 * something changed. Gossip is ephemeral: a node missing from it keeps its last known values.
 *
 * Limited to identities that vote or lead, because anyone can appear in gossip.
 */
export class ValidatorSnapshots {
  readonly #rpc: JsonRpc;
  readonly #store: ReadWrite;
  readonly #validators = new Set<string>();
  #nodes = new Map<string, GossipNode>();
  #voteAccounts = new Map<string, string>();
  #names = new Map<string, string>();
  /** The stored snapshots, loaded before the first write. */
  #stored: Map<string, ValidatorFacts> | null = null;
  /** Serialises writes. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: { rpc: JsonRpc; store: ReadWrite }) {
    this.#rpc = options.rpc;
    this.#store = options.store;
  }

  /** Adds identities that lead slots. The next snapshot includes them. */
  addLeaders(identities: readonly string[]): void {
    for (const identity of identities)
      if (this.#validators.size < MOST_VALIDATORS) this.#validators.add(identity);
  }

  /** Reads clients and versions. @returns the number of rows written */
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
    this.#stored ??= new Map(
      (await readValidators(this.#store.read)).map((facts) => [facts.identity, facts]),
    );
    const changed: ValidatorFacts[] = [];
    for (const identity of this.#validators) {
      const before = this.#stored.get(identity);
      const now = this.#factsOf(identity, before);
      if (isKnown(now) && (before === undefined || !areSame(before, now))) changed.push(now);
    }
    signal.throwIfAborted();
    await writeValidators(this.#store.write, slot, changed);
    for (const facts of changed) this.#stored.set(facts.identity, facts);
    return changed.length;
  }

  #factsOf(identity: string, before: ValidatorFacts | undefined): ValidatorFacts {
    const node = this.#nodes.get(identity);
    // Client and version are updated together: a version without a client does not belong to the previous client.
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
