export interface DocComment {
  line: number;
  text: string;
  /** The line of code that it stands before. */
  subject: string;
}

const DOC_COMMENT = /\/\*\*\s([\s\S]*?)\*\/(?=\s*(.*))/g;

/** Finds the doc comments of a file, without their asterisks. */
export function docComments(code: string): DocComment[] {
  return [...code.matchAll(DOC_COMMENT)].map(({ 1: inner, 2: subject, index }) => ({
    line: code.slice(0, index).split('\n').length,
    text: inner!.replaceAll(/^\s*\* ?/gm, '').trim(),
    subject: subject!,
  }));
}
