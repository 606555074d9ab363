const PARTS = 3;

/** `npm run test:long` takes the whole of some tests; `npm test`, which has to end soon, a third. */
const IS_WHOLE = process.env['MODE'] === 'long';

/** Whether part `part` (0 to 2) takes the item at place `at`. */
export const isInPart = (part: number, at: number): boolean => IS_WHOLE || at % PARTS === part;

/** How many of `all` are taken. */
export const shareOf = (all: number): number => (IS_WHOLE ? all : Math.ceil(all / PARTS));
