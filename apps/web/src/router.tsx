import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import type { Period } from './api/chain-queries.js';
import { Card, ErrorState } from './design/index.js';
import { feedFilterOf } from './feed-filter.js';
import { HomePage } from './pages/home.js';
import { TransactionPage } from './pages/transaction.js';
import { addressOf, choiceOf, integerOf, textOf } from './search-params.js';
import { Shell } from './shell.js';
import { LOCK_RANGES, SLOT_VIEWS, ZOOMS } from './zooms.js';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Card>
      <h1>There is no such page.</h1>
      <Link to="/">To the start</Link>
    </Card>
  ),
  errorComponent: ({ error }) => (
    <Card>
      <ErrorState error={error} />
    </Card>
  ),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: feedFilterOf,
  component: HomePage,
});

export const transactionRoute = createRoute({
  getParentRoute: () => root,
  path: '/tx/$signature',
  validateSearch: (search): { account?: string; range?: number } => ({
    ...addressOf('account', search),
    ...(ZOOMS.some((zoom) => zoom === Number(search['range'])) ? { range: Number(search['range']) } : {}),
  }),
  component: TransactionPage,
});

export const sandwichRoute = createRoute({
  getParentRoute: () => root,
  path: '/sandwich/$id',
  component: lazyRouteComponent(() => import('./pages/sandwich.js'), 'SandwichPage'),
});

export const addressRoute = createRoute({
  getParentRoute: () => root,
  path: '/address/$address',
  component: lazyRouteComponent(() => import('./pages/address.js'), 'AddressPage'),
});

export const walletRoute = createRoute({
  getParentRoute: () => root,
  path: '/wallet/$address',
  validateSearch: (search): { days?: number } => integerOf('days', search, 1, 4),
  component: lazyRouteComponent(() => import('./pages/wallet.js'), 'WalletPage'),
});

export const accountsRoute = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/accounts.js'), 'AccountsPage'),
});

export const accountRoute = createRoute({
  getParentRoute: () => root,
  path: '/account/$address',
  validateSearch: (search): { range?: (typeof LOCK_RANGES)[number] } =>
    choiceOf('range', search, LOCK_RANGES),
  component: lazyRouteComponent(() => import('./pages/account.js'), 'AccountPage'),
});

export const compareRoute = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: (search): { a?: string; b?: string; days?: number; window?: number } => ({
    ...addressOf('a', search),
    ...addressOf('b', search),
    ...integerOf('days', search, 1, 4),
    ...integerOf('window', search, 0, 1_000),
  }),
  component: lazyRouteComponent(() => import('./pages/compare.js'), 'ComparePage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings.js'), 'SettingsPage'),
});

export const slotRoute = createRoute({
  getParentRoute: () => root,
  path: '/slot/$slot',
  validateSearch: (search): { show?: (typeof SLOT_VIEWS)[number] } => choiceOf('show', search, SLOT_VIEWS),
  component: lazyRouteComponent(() => import('./pages/slot.js'), 'SlotPage'),
});

export const validatorsRoute = createRoute({
  getParentRoute: () => root,
  path: '/validators',
  validateSearch: (search): ValidatorsSearch => ({
    ...choiceOf('period', search, ['1h', '6h', '24h'] as const),
    ...textOf('by', search, 20),
    ...choiceOf('order', search, ['up'] as const),
    ...addressOf('leader', search),
    ...textOf('client', search, 60),
  }),
  component: lazyRouteComponent(() => import('./pages/validators.js'), 'ValidatorsPage'),
});

interface ValidatorsSearch {
  period?: Period | undefined;
  /** Column, and direction unless the most comes first. */
  by?: string | undefined;
  order?: 'up' | undefined;
  /** Leader whose sandwiches are listed. */
  leader?: string | undefined;
  client?: string | undefined;
}

const status = createRoute({
  getParentRoute: () => root,
  path: '/status',
  component: lazyRouteComponent(() => import('./pages/status.js'), 'StatusPage'),
});

const routeTree = root.addChildren([
  ...[home, transactionRoute, sandwichRoute, addressRoute, walletRoute],
  ...[accountsRoute, accountRoute, compareRoute, settings, slotRoute, validatorsRoute, status],
]);

export const createAppRouter = () =>
  createRouter({ routeTree, scrollRestoration: true, defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
