import { expect, it } from 'vitest';
import { answerJson, JsonText } from './json-text.js';

it('an answer with stored values is the JSON that it would be with the values themselves', () => {
  const values = [{ a: [1, '}"\u2028\ud83d\ude00', null] }, 'text', 0, false, null, []];
  for (const value of values) {
    const answer = { success: true, left: undefined, data: value, error: 'none' };
    const stored = { ...answer, data: new JsonText(JSON.stringify(value)) };
    expect(JSON.parse(answerJson(stored))).toEqual(JSON.parse(JSON.stringify(answer)));
    expect(JSON.stringify(stored)).toBe(JSON.stringify(answer));
    expect(answerJson({ data: new JsonText(JSON.stringify(value)) })).toBe(JSON.stringify({ data: value }));
    expect(answerJson(answer)).toBe(JSON.stringify(answer));
  }
  expect(answerJson({})).toBe('{}');
});
