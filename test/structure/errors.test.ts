import { expect, test } from 'vitest';
import { isTest, type SourceFile, sourceFiles } from './source-files.js';

interface ErrorClass {
  /** `path: name` */
  place: string;
  name: string;
  parent: string;
  body: string;
}

/** From a class's first line to the brace of the same indentation that ends it. */
const CLASS = /^( *)(?:export )?(?:abstract )?class (\w+) extends (\w+)[^{]*\{(\}|[\s\S]*?^\1\})/gm;
/** The error classes of the language. */
const BUILT_IN =
  /^(Error|AggregateError|EvalError|RangeError|ReferenceError|SyntaxError|TypeError|URIError)$/;

const sources = sourceFiles().filter((file) => !isTest(file) && /^(apps|packages)\//.test(file.path));
const errors = errorClasses(sources);

/** The classes that extend an error of the language, themselves or through other classes. */
function errorClasses(files: readonly SourceFile[]): ErrorClass[] {
  const all = files.flatMap(({ path, text }) =>
    [...text.matchAll(CLASS)].map(([, , name, parent, body]) => ({
      place: `${path}: ${name!}`,
      name: name!,
      parent: parent!,
      body: body!,
    })),
  );
  const isError = ({ parent }: ErrorClass): boolean =>
    BUILT_IN.test(parent) || all.some((other) => other.name === parent && isError(other));
  return all.filter(isError);
}

function hasCode({ body, parent }: ErrorClass): boolean {
  return /\breadonly code\b/.test(body) || errors.some((other) => other.name === parent && hasCode(other));
}

const placesWithout = (isRight: (error: ErrorClass) => boolean): string[] =>
  errors.filter((error) => !isRight(error)).map(({ place }) => place);

test('the error classes are found, also those that extend a class of this repository', () => {
  const names = errors.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(25);
  expect(names).toEqual(expect.arrayContaining(['ApiError', 'RpcShareUsedError', 'InvalidAccountError']));
});

test('the name of an error class ends in Error', () => {
  expect(placesWithout(({ name }) => name.endsWith('Error'))).toEqual([]);
});

test('an error class declares its name, because the inherited one is that of its parent', () => {
  const declaresName = ({ name, body }: ErrorClass): boolean =>
    new RegExp(`^ +override readonly name(: string)? = '${name}';$`, 'm').test(body);
  expect(placesWithout(declaresName)).toEqual([]);
});

test('an error class has a code that names its cause, of its own or of a parent', () => {
  expect(placesWithout(hasCode)).toEqual([]);
});

test('a code is in snake case', () => {
  const constants = errors.flatMap(({ place, body }) =>
    [...body.matchAll(/\breadonly code\b[^;=]*= '([^']*)'/g)].map(([, code]) => ({ place, code: code! })),
  );
  expect(constants.length).toBeGreaterThan(10);
  expect(constants.filter(({ code }) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});
