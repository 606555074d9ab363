import type { IngesterConfig } from '@tickscope/config';
import { type ChainLink, recordUnrecordedGaps, type Spill } from '@tickscope/pipeline';
import {
  applyRetention,
  migrate,
  newestFullSlot,
  type ReadConnection,
  type RetentionDays,
  readLinks,
  type Store,
} from '@tickscope/store';
import type { Logger } from 'pino';
import { retentionOf } from './config.js';
import { openSpill } from './open-spill.js';

/** The number of stored slots before the first new blocks that are read to link them. */
const LINKED_SLOTS = 64;

export interface PreparedStore {
  retention: RetentionDays;
  /** The newest slot that is stored whole; `null`: nothing is stored. */
  lastStoredSlot: number | null;
  links: ChainLink[];
  spill: Spill | null;
}

/** Migrates the tables, applies the retention, and reads where the previous run ended. Safe to repeat. */
export async function prepareStore(
  config: IngesterConfig,
  store: Store,
  log: Logger,
): Promise<PreparedStore> {
  await migrate(store);
  const retention = retentionOf(config);
  for (const change of await applyRetention(store, retention))
    log.warn(change, 'changed how many days a table keeps its rows');
  const lastStoredSlot = await newestFullSlot(store.read);
  if (lastStoredSlot !== null)
    for (const range of await recordUnrecordedGaps(store, lastStoredSlot))
      log.warn(range, 'recorded a gap that the previous run did not');
  const links = lastStoredSlot === null ? [] : await lastLinks(store.read, lastStoredSlot);
  const spill = await openSpill(config, store.read);
  if (spill !== null && spill.left.length > 0)
    log.info(
      { blocks: spill.left.length },
      'the previous run left blocks in the spill: they are written first',
    );
  return { retention, lastStoredSlot, links, spill };
}

async function lastLinks(read: ReadConnection, newestSlot: number): Promise<ChainLink[]> {
  const links = await readLinks(read, Math.max(0, newestSlot - LINKED_SLOTS), newestSlot);
  return links.map((link) => ({
    ...link,
    blockhash: Buffer.from(link.blockhash, 'hex'),
    parentBlockhash: link.parentBlockhash === null ? null : Buffer.from(link.parentBlockhash, 'hex'),
  }));
}
