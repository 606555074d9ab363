import { expect, test } from 'vitest';
import { mintOf, tokensOf } from './tokens.js';

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const FAKE = 'DezX1111111111111111111111111111111111112639';
const SOL = 'So11111111111111111111111111111111111111112';
const NAMELESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const sandwich = (gain: [string, string], loss: [string, string] | null) =>
  ({
    gain: { mint: gain[0], symbol: gain[1] },
    loss: loss === null ? null : { mint: loss[0], symbol: loss[1] },
  }) as Parameters<typeof tokensOf>[0][number];

test('tokens are listed by symbol, with the ends of the mint, which no creator can choose', () => {
  const tokens = tokensOf([
    sandwich([SOL, 'SOL'], [BONK, 'BONK']),
    sandwich([SOL, 'SOL'], null),
    sandwich([NAMELESS, 'EPjF…Dt1v'], [BONK, 'BONK']),
    sandwich([SOL, 'SOL'], [FAKE, 'BONK']),
  ]);
  expect(tokens.map(({ name }) => name)).toEqual(['SOL (So11…1112)', 'BONK (DezX…B263)', 'BONK (DezX…2639)']);
});

test('a symbol means its token where only one has it; a mint means itself', () => {
  const tokens = tokensOf([sandwich([SOL, 'SOL'], [BONK, 'BONK'])]);
  expect([mintOf('bonk', tokens), mintOf('BONK (DezX…B263)', tokens), mintOf(FAKE, tokens)]).toEqual([
    BONK,
    BONK,
    FAKE,
  ]);
  expect(mintOf('javascript:alert(1)', tokens)).toBeNull();
  const two = tokensOf([sandwich([BONK, 'BONK'], [FAKE, 'BONK'])]);
  expect([mintOf('BONK', two), mintOf('BONK (DezX…2639)', two)]).toEqual([null, FAKE]);
});
