import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Faults in words, by the parser's name for each. */
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no value of JSON',
  InvalidNumberFormat: 'this is no number of JSON',
  PropertyNameExpected: 'a name in double quotes is expected; no comma may follow the last field',
  ValueExpected: 'a value is expected; no comma may follow the last one',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing may follow the value',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing quote',
  InvalidUnicode: 'after \\u, four hexadecimal digits are expected',
  InvalidEscapeCharacter: 'this escape does not exist',
  InvalidCharacter: 'this character must be escaped in a text',
};

/** Where a text stops being JSON, and why: `: line 2, column 9: …`. Empty where the parser cannot tell. */
export function jsonFault(text: string): string {
  if (text.trim() === '') return ': the body is empty';
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors.reduce<ParseError | null>(
    (least, error) => (least === null || error.offset < least.offset ? error : least),
    null,
  );
  if (first === null) return '';
  const before = text.slice(0, first.offset).split(/\r\n|\r|\n/);
  const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
  const what = FAULTS[printParseErrorCode(first.error)];
  return `: ${place}${what === undefined ? '' : `: ${what}`}`;
}
