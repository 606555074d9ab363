const PARTS = 6;

/** `npm run test:long` takes the whole of some tests; `npm test`, which has to end soon, a part. */
export const IS_WHOLE = process.env['MODE'] === 'long';

/** Whether part `part` (0 to 5) takes the item at place `at`. */
export const isInPart = (part: number, at: number): boolean => IS_WHOLE || at % PARTS === part;

/** How many of `all` are taken. */
export const shareOf = (all: number): number => (IS_WHOLE ? all : Math.ceil(all / PARTS));

/** Major versions of Node of which programs are run: the one that runs this, or all that are promised. */
export const NODES: readonly number[] = IS_WHOLE ? [20, 24] : [Number.parseInt(process.versions.node, 10)];
