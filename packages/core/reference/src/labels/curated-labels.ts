import { groupBy, KNOWN_TIP_ACCOUNTS } from '@tickscope/chain';
import { DEX_PROGRAMS, ROUTE_PROGRAMS } from '@tickscope/dex';
import { CORE_PROGRAMS } from './core-programs.js';
import { KNOWN_BOTS, KNOWN_EXCHANGES } from './known-wallets.js';
import type { Label } from './label.js';

/**
 * The address labels of this build. Includes only what an address's owner publishes or several independent sources
 * agree on. Operators can add more in their own file.
 */
export const CURATED_LABELS: readonly Label[] = [
  ...CORE_PROGRAMS,
  ...DEX_PROGRAMS.map(
    ({ id, name, kind }): Label => ({
      address: id,
      kind: 'program',
      label: name,
      tags: ['dex', kind],
      source: 'packages/core/dex/src/programs: the program’s own repository, named in its file',
    }),
  ),
  ...ROUTE_PROGRAMS.map(
    ({ id, name, role }): Label => ({
      address: id,
      kind: 'program',
      label: name,
      tags: [role],
      source: 'packages/core/dex/src/programs/routes.ts: public lists, named there',
    }),
  ),
  ...[...groupBy(KNOWN_TIP_ACCOUNTS, ({ service }) => service).values()].flatMap((accounts) =>
    accounts.map(
      ({ account, service, kind, source }, index): Label => ({
        address: account,
        kind: 'tip_account',
        label: `${kind === 'unlisted' ? 'Unlisted' : service} tip account ${index + 1}`,
        tags: [service.toLowerCase(), 'tip', kind],
        source,
      }),
    ),
  ),
  ...KNOWN_EXCHANGES,
  ...KNOWN_BOTS,
];
