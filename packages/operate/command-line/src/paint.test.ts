import { expect, it } from 'vitest';
import { paintFor } from './paint.js';

it.each([
  ['a terminal', { isTTY: true }, {}, '\u001b[31mred\u001b[39m'],
  ['a terminal, with NO_COLOR empty', { isTTY: true }, { NO_COLOR: '' }, '\u001b[31mred\u001b[39m'],
  ['a terminal, with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, 'red'],
  ['a terminal without colours', { isTTY: true }, { TERM: 'dumb' }, 'red'],
  ['a file', {}, { FORCE_COLOR: '1', CI: 'true' }, 'red'],
])('%s gets %4$j', (_, stream, env, text) => {
  expect(paintFor(stream, env).red('red')).toBe(text);
});
