import type { StoredBlock } from '../chain/chain.js';
import { encodeBlockUpdate, encodeFilterNames } from '../chain/encode-update.js';
import { timestamp } from '../chain/wire.js';
import { ChainGenerator, type GeneratorExtensions } from './chain-generator.js';
import type { SandwichLabel } from './dex/sandwich/label.js';
import type { GeneratorOptions } from './options.js';
import { type SlotTruth, slotTruth } from './truth.js';

/** A slot of a generated chain, for readers in the same process. */
export interface GeneratedUpdate {
  slot: number;
  /** Encoded `SubscribeUpdate` with the whole block including entries, as sent by the server; null if skipped. */
  update: Uint8Array | null;
  /** The same block for a chain (`LiveChain`); null if skipped. */
  stored: StoredBlock | null;
  /** Planted sandwiches whose last leg is in this slot. */
  labels: SandwichLabel[];
  /** The generator's record of the slot, computed on demand. */
  truth(): SlotTruth;
}

const FILTER_NAMES = encodeFilterNames(['generated']);

/**
 * Generates a chain without a server: `slots` slots in order, from the first on. The same options always give the same
 * bytes, and a longer chain starts with the shorter one.
 */
export function* generateUpdates(
  options: Partial<GeneratorOptions>,
  slots: number,
  extensions: GeneratorExtensions = {},
): Generator<GeneratedUpdate> {
  const generator = new ChainGenerator(options, extensions);
  for (let made = 0; made < slots; made += 1) {
    const generated = generator.next();
    const { slot, stored, labels } = generated;
    yield {
      slot,
      stored,
      update:
        stored === null
          ? null
          : encodeBlockUpdate(
              FILTER_NAMES,
              { header: stored, transactions: stored.transactions, entries: stored.entries },
              timestamp(generator.options.startTime * 1000),
            ),
      labels,
      truth: () => slotTruth(generated),
    };
  }
}
