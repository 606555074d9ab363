import type { Address, Signature } from '@tickscope/chain';
import { fetchSignatures, type JsonRpc } from '@tickscope/pipeline/rpc';
import type { TimeWindow } from '@tickscope/queries/wallets';
import type { components } from '@tickscope/schemas';

type WalletSignature = components['schemas']['WalletSignature'];

export interface OlderSignatures {
  rows: WalletSignature[];
  hasMore: boolean;
  /** The last signature examined, from which the next page continues; null: none was. */
  lastSeen: Signature | null;
}

const PAGE = 1_000;
/** Limits the calls for a window of long ago. The next page has the rest. */
const MOST_CALLS = 5;

/**
 * Lists the signatures of a wallet in a window from a node, newest first. The node lists every transaction that
 * names the wallet, and does not say which of them the wallet signed.
 * @param options.before only older ones are listed
 */
export async function readOlderSignatures(
  rpc: JsonRpc,
  wallet: Address,
  { fromTime, toTime }: TimeWindow,
  options: { before: Signature | null; limit: number },
  signal: AbortSignal,
): Promise<OlderSignatures> {
  const { limit } = options;
  const rows: WalletSignature[] = [];
  let lastSeen = options.before;
  let isTooNew = false;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const asked = isTooNew ? PAGE : Math.min(PAGE, limit - rows.length + 1);
    const page = await fetchSignatures(rpc, wallet, { before: lastSeen, limit: asked }, signal);
    for (const { signature, slot, blockTime, success } of page) {
      if (blockTime !== null && blockTime < fromTime) return { rows, hasMore: false, lastSeen };
      isTooNew = blockTime !== null && blockTime > toTime;
      if (!isTooNew) {
        if (rows.length === limit) return { rows, hasMore: true, lastSeen };
        rows.push({
          ...{ signature, slot, blockTime, success },
          ...{ is_signer: null, is_dex_trade: null, dexes: null, poh_tick: null },
        });
      }
      lastSeen = signature;
    }
    if (page.length < asked) return { rows, hasMore: false, lastSeen };
  }
  return { rows, hasMore: true, lastSeen };
}
