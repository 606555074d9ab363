import type { Mint } from '../../synthetic/account.js';
import { USDC_MINT, WRAPPED_SOL_MINT } from '../../synthetic/dex/addresses.js';
import type { TokenTitle } from './encode-accounts.js';

const KNOWN: Readonly<Record<string, TokenTitle>> = {
  [WRAPPED_SOL_MINT]: { name: 'Wrapped SOL', symbol: 'SOL' },
  [USDC_MINT]: { name: 'USD Coin', symbol: 'USDC' },
};

const SYLLABLES = 'ba do fi gu ka lo mi nu po ra so tu wa xe yo zi'.split(' ');
/** One in this many tokens has no metadata; one in this many impersonates another token. */
const NAMELESS_ONE_IN = 8;
const IMPOSTOR_ONE_IN = 25;

/** The name of a token, derived from its address so that requests do not change the chain. Null if it has none. */
export function tokenTitle({ account, names }: Mint): TokenTitle | null {
  const known = KNOWN[account.text] ?? names;
  if (known !== undefined) return known;
  const [first, second, third, fourth] = account.key as unknown as [number, number, number, number];
  if (fourth % NAMELESS_ONE_IN === 0) return null;
  if (fourth % IMPOSTOR_ONE_IN === 1) return { name: 'USD Coin', symbol: 'USDC' };
  const word = [first, second, third].map((byte) => SYLLABLES[byte % SYLLABLES.length]!).join('');
  return { name: `${word[0]!.toUpperCase()}${word.slice(1)} Coin`, symbol: word.toUpperCase().slice(0, 5) };
}
