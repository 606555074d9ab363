import { expect, test } from 'vitest';
import { renderXml } from './xml.js';

test('lists repeat an element, null is an empty one, and text cannot become markup', () => {
  const path = `/data/<a> & "b" 'c'`;
  expect(renderXml({ path, port: 1, empty: null, users: { ip: ['a', 'b'] } })).toBe(
    [
      '<clickhouse>',
      `  <path>/data/&lt;a&gt; &amp; "b" 'c'</path>`,
      '  <port>1</port>',
      '  <empty/>',
      '  <users>',
      '    <ip>a</ip>',
      '    <ip>b</ip>',
      '  </users>',
      '</clickhouse>',
      '',
    ].join('\n'),
  );
});

test.each(['a b', '1a', '', '<a>', 'a/b'])('"%s" is not a valid name of an element', (name) => {
  expect(() => renderXml({ [name]: 1 })).toThrow(TypeError);
});

test.each(['a\0b', 'a\nb', '\u001b[0m'])('a control character in a value is refused: %j', (value) => {
  expect(() => renderXml({ path: value })).toThrow(TypeError);
});

test('a name that begins with @ is an attribute, and an element with nothing else is empty', () => {
  expect(renderXml({ a: { '@from': 'x "y" <z>' }, b: { '@n': 1, c: 2 } }, ['first', 'second'])).toBe(
    [
      '<!-- first',
      '     second -->',
      '<clickhouse>',
      '  <a from="x &quot;y&quot; &lt;z&gt;"/>',
      '  <b n="1">',
      '    <c>2</c>',
      '  </b>',
      '</clickhouse>',
      '',
    ].join('\n'),
  );
  expect(() => renderXml({ a: { '@b': null } })).toThrow('neither text nor a number');
});
