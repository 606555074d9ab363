import colors from 'picocolors';

export type Paint = Pick<ReturnType<typeof colors.createColors>, 'bold' | 'dim' | 'red' | 'yellow' | 'green'>;

/** Leaves texts as they are. */
export const PLAIN: Paint = colors.createColors(false);

/** Colours for what is printed on a terminal, unless NO_COLOR is set (https://no-color.org) or the terminal has none. */
export function paintFor(
  stream: { isTTY?: boolean } = process.stdout,
  env: NodeJS.ProcessEnv = process.env,
): Paint {
  const isWanted = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return isWanted ? colors.createColors(true) : PLAIN;
}
