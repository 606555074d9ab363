import { UsageError } from '@tickscope/command-line';
import type { GeyserEndpoint } from '@tickscope/pipeline';

/** A Geyser server, with the token of the environment. */
export function geyserEndpoint(url: string): GeyserEndpoint {
  return { url, xToken: process.env['GEYSER_X_TOKEN'] || null, compression: 'none' };
}

/** The server of the flag `--endpoint`, else that of `GEYSER_ENDPOINT`. @throws UsageError where there is neither */
export function chosenEndpoint(flag: string | undefined): GeyserEndpoint {
  const url = flag ?? process.env['GEYSER_ENDPOINT'];
  if (url === undefined || url === '')
    throw new UsageError('name a server: --endpoint URL or GEYSER_ENDPOINT');
  return geyserEndpoint(url);
}
