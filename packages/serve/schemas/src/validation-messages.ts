import type { ErrorObject } from 'ajv';
import { adviceOn, type Pasted } from './advice.js';

/** A hostile body can have thousands of invalid fields; more messages than this are useless. */
const MAX_MESSAGES = 20;
const MAX_NAME_CHARS = 64;

/**
 * Converts validation errors to sentences that name the field: `slot_range: expected an integer, 1 to 100`. One
 * per field. The expectation is the schema's own `x-expected`.
 *
 * @param whole the name of the value itself, for errors without a field: `body`
 */
export function validationMessages(errors: readonly ErrorObject[], whole: string): string[] {
  const messages = new Set<string>();
  for (const error of errors) {
    if (messages.size === MAX_MESSAGES) {
      messages.add('… and more');
      break;
    }
    messages.add(messageOf(error, whole));
  }
  return [...messages];
}

function messageOf(error: ErrorObject, whole: string): string {
  const { keyword, params, instancePath, parentSchema, message } = error;
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required')
    return `${fieldName([...path, String(params['missingProperty'])], whole)}: required`;
  if (keyword === 'additionalProperties')
    return `${fieldName([...path, String(params['additionalProperty'])], whole)}: unknown field`;
  const expected = parentSchema?.['x-expected'];
  const wanted = pastedInto(parentSchema);
  const advice = wanted === null ? '' : adviceOn(error.data, wanted);
  return `${fieldName(path, whole)}: ${typeof expected === 'string' ? `expected ${expected}` : message}${advice}`;
}

function pastedInto(schema: ErrorObject['parentSchema']): Pasted | null {
  if (schema?.['format'] === 'solana-signature') return 'signature';
  if (schema?.['format'] === 'solana-address') return 'address';
  return schema?.['x-expected'] === 'a slot' ? 'slot' : null;
}

function fieldName(path: readonly string[], whole: string): string {
  return path.length === 0 ? whole : path.map(printable).join('.');
}

/** The answer repeats the caller's own text: shortened, and quoted unless it is a plain name. */
function printable(name: string): string {
  const short = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return /^[\w$-]+$/.test(short) ? short : JSON.stringify(short);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
