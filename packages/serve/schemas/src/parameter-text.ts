import type { JsonSchema } from './openapi.js';

/** A non-negative integer in plain digits, without leading zeros. */
const INTEGER = /^(0|[1-9]\d{0,14})$/;
/** A non-negative amount below a thousand million, in plain digits: `1e-7` is not one. */
const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;

/** The name of the keyword that checks the text of a parameter that the document types as a number or a boolean. */
export const TEXT_OF = 'textOf';

/**
 * The schema of a parameter as it arrives: as text. Clients are generated from the type in the document, which is that
 * of the value.
 */
export function asText(schema: JsonSchema): JsonSchema {
  const { type, 'x-expected': expected } = schema;
  if (type !== 'integer' && type !== 'number' && type !== 'boolean') return schema;
  return { type: 'string', 'x-expected': expected, [TEXT_OF]: schema };
}

/** Whether a text is one of the values that a schema describes. */
export function isTextOf(schema: JsonSchema, text: string): boolean {
  const { type, minimum = 0, maximum = Infinity } = schema;
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (!(type === 'integer' ? INTEGER : NUMBER).test(text)) return false;
  const value = Number(text);
  return value >= Number(minimum) && value <= Number(maximum);
}
