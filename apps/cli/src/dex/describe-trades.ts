import { columnsOf } from '@tickscope/command-line';
import type { Explanation, Swap } from '@tickscope/dex';
import {
  amountText,
  limitText,
  marginText,
  percentText,
  positionText,
  section,
  shortText,
  symbolText,
  walletText,
} from './text.js';

/** Describes the decoded parts: swaps, routes, attempts, pool events, fills, rebates and token links, each in a table. */
export function describeTrades(explanation: Explanation, maxWidth: number | null): string[] {
  return [
    ...swaps(explanation, maxWidth),
    ...routes(explanation, maxWidth),
    ...attempts(explanation, maxWidth),
    ...poolEvents(explanation, maxWidth),
    ...fills(explanation, maxWidth),
    ...rebates(explanation, maxWidth),
    ...links(explanation, maxWidth),
  ];
}

function swaps(explanation: Explanation, maxWidth: number | null): string[] {
  const { trades } = explanation;
  const rows = [...trades.swaps, ...trades.inferred]
    .sort(byPosition)
    .map((swap) => [
      positionText(swap),
      swap.dexName,
      amountText(swap.traderIn, swap.mintIn, explanation),
      amountText(swap.traderOut, swap.mintOut, explanation),
      swap.pool,
      walletText(swap.trader, explanation),
      swapLimit(swap, explanation),
      swap.inferred ? 'yes' : '',
    ]);
  const columns = [
    ...columnsOf('call', 'DEX', '>trader paid', '>trader got', 'pool'),
    { heading: 'trader', dispensable: 1 },
    ...columnsOf('limit of the instruction', ...(trades.inferred.length === 0 ? [] : ['inferred'])),
  ];
  return section('Swaps', columns, rows, maxWidth);
}

function byPosition(left: Swap, right: Swap): number {
  return (
    left.outerIndex - right.outerIndex ||
    (left.innerIndex ?? -1) - (right.innerIndex ?? -1) ||
    left.partIndex - right.partIndex
  );
}

function swapLimit({ limit, mintIn, mintOut, traderIn, traderOut }: Swap, explanation: Explanation): string {
  if (limit === null) return '–';
  const isLeast = limit.kind === 'least_out';
  const text = limitText(limit, isLeast ? mintOut : mintIn, explanation);
  const margin = marginText(limit, isLeast ? traderOut : traderIn);
  return margin === null ? text : `${text}, fill ${margin}`;
}

function routes(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.routes.map((route) => {
    const { mint, amount, quoted, moved } = route;
    const margin = moved === null ? null : marginText(route, moved);
    const asText = (value: bigint): string =>
      mint === null ? String(value) : amountText(value, mint, explanation);
    return [
      positionText(route),
      route.programName ?? shortText(route.programId),
      String(route.swaps),
      limitText(route, mint, explanation),
      moved === null ? 'unknown' : `${asText(moved)}${margin === null ? '' : `, ${margin}`}`,
      quoted === null
        ? '–'
        : `${asText(quoted)}${quoted > 0n ? ` (limit ${percentText(quoted - amount, quoted)} away)` : ''}`,
    ];
  });
  const limits = ['limit of the route', 'moved by the signers', 'quoted'];
  const columns = columnsOf('call', 'program', '>swaps', ...limits);
  return section('Routes with a limit', columns, rows, maxWidth);
}

function attempts(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.trades.attempts.map((attempt) => [
    positionText(attempt),
    attempt.dexName,
    attempt.direction === null
      ? `${attempt.mints.map(symbolText).join(', ') || 'mints unknown'} (direction unknown)`
      : `${symbolText(attempt.direction.mintIn)} → ${symbolText(attempt.direction.mintOut)}`,
    attempt.pool,
    walletText(attempt.trader, explanation),
  ]);
  const columns = columnsOf('call', 'DEX', 'direction', 'pool', 'trader');
  return section('Attempts: swap instructions of a transaction that failed', columns, rows, maxWidth);
}

function poolEvents(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.trades.poolEvents.map((event) => [
    positionText(event),
    event.dexName,
    event.kind,
    event.amounts.map(({ amount, mint }) => amountText(amount, mint, explanation)).join(', ') || '–',
    event.pool,
    walletText(event.actor, explanation),
  ]);
  const columns = columnsOf('call', 'DEX', 'event', 'amounts', 'pool', 'actor');
  return section('Pool events', columns, rows, maxWidth);
}

function fills(explanation: Explanation, maxWidth: number | null): string[] {
  const { fills: found } = explanation.trades;
  const rows = found.map((fill) => [
    positionText(fill),
    fill.dexName,
    amountText(fill.takerIn, fill.mintIn, explanation),
    amountText(fill.takerOut, fill.mintOut, explanation),
    walletText(fill.taker, explanation),
    walletText(fill.maker, explanation),
    fill.market ?? '',
  ]);
  const book = found.every(({ market }) => market === null) ? [] : ['order book'];
  const columns = columnsOf('call', 'program', '>taker paid', '>taker got', 'taker', 'maker', ...book);
  return section('Fills: trades with a maker, not of a pool', columns, rows, maxWidth);
}

function rebates(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.trades.rebates.map((rebate) => [
    positionText(rebate),
    rebate.dexName,
    amountText(rebate.amount, rebate.mint, explanation),
    walletText(rebate.wallet, explanation),
  ]);
  const columns = columnsOf('call', 'DEX', '>amount', 'wallet');
  return section('Rebates: fees of earlier trades paid back', columns, rows, maxWidth);
}

function links(explanation: Explanation, maxWidth: number | null): string[] {
  const rows = explanation.trades.tokenLinks.map((link) => [
    positionText(link),
    link.kind === 'transfer' ? 'transfer' : 'owner changed',
    link.amount === null || link.mint === null
      ? String(link.amount ?? 'unknown')
      : amountText(link.amount, link.mint, explanation),
    walletText(link.fromOwner, explanation),
    walletText(link.toOwner, explanation),
    `${walletText(link.authority, explanation)}${link.authoritySigned ? ' (signed)' : ''}`,
  ]);
  const columns = columnsOf('call', 'kind', '>amount', 'from', 'to', 'authority');
  return section('Token links: tokens that moved outside all of these', columns, rows, maxWidth);
}
