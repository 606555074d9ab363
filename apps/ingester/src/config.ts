import type { IngesterConfig } from '@tickscope/config';
import type { GeyserEndpoint } from '@tickscope/pipeline';
import type { RetentionDays } from '@tickscope/store';

export function retentionOf(config: IngesterConfig): RetentionDays {
  return {
    locks: config.RETENTION_LOCKS_DAYS,
    transactions: config.RETENTION_TRANSACTIONS_DAYS,
    swaps: config.RETENTION_SWAPS_DAYS,
  };
}

/** The main server of the stream, then the fallback. */
export function geyserEndpoints(config: IngesterConfig): [GeyserEndpoint, ...GeyserEndpoint[]] {
  const endpoint = (url: string, token: string): GeyserEndpoint => ({
    url,
    xToken: token === '' ? null : token,
    compression: config.GEYSER_COMPRESSION,
  });
  const main = endpoint(config.GEYSER_ENDPOINT, config.GEYSER_X_TOKEN);
  if (config.GEYSER_FALLBACK_ENDPOINT === null) return [main];
  return [main, endpoint(config.GEYSER_FALLBACK_ENDPOINT, config.GEYSER_FALLBACK_X_TOKEN)];
}
