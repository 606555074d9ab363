/** What a round trip looks like where nothing shows that it was meant for its victims (Rule 10). */
export type Resemblance =
  | 'arbitrage'
  | 'market_making'
  | 'volume_bot'
  | 'gift'
  | 'copied_leader'
  | 'profit_taking';

/** Whether it needs neither amounts that match nor a gain. */
export function isAtAnyAmount(name: Resemblance | null): boolean {
  return name === 'arbitrage' || name === 'market_making' || name === 'volume_bot';
}
