import type { Schemas } from '@tickscope/sdk';
import { nameText, shorten } from './format/text.js';
import { addressOf } from './search-params.js';

type Traded = Pick<Schemas['SandwichEvent'], 'gain' | 'loss'>;

export interface Token {
  mint: string;
  symbol: string;
  /** With the ends of its mint: anyone can choose the symbol of a token. */
  name: string;
}

/** The tokens of some sandwiches that have a symbol, those of most sandwiches first. */
export function tokensOf(sandwiches: readonly Traded[]): Token[] {
  const counts = new Map<string, { token: Token; count: number }>();
  for (const { gain, loss } of sandwiches)
    for (const { mint, symbol } of loss === null || loss.mint === gain.mint ? [gain] : [gain, loss]) {
      const short = shorten(mint);
      if (symbol === short) continue;
      const text = nameText(symbol);
      const token = { mint, symbol: text, name: `${text} (${short})` };
      counts.set(mint, { token, count: (counts.get(mint)?.count ?? 0) + 1 });
    }
  return [...counts.values()].sort((left, right) => right.count - left.count).map(({ token }) => token);
}

/** The mint that a text means: a mint, or the name or symbol of a token. Null where it is none of these, or of several. */
export function mintOf(text: string, tokens: readonly Token[]): string | null {
  const { mint } = addressOf('mint', { mint: text });
  if (mint !== undefined) return mint;
  const wanted = text.toLowerCase();
  const found = tokens.filter(
    ({ name, symbol }) => name.toLowerCase() === wanted || symbol.toLowerCase() === wanted,
  );
  return found.length === 1 ? found[0]!.mint : null;
}
