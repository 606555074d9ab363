/**
 * The servers of each copy of a store, in the order of their shards: of one copy, or of the two of a mirror
 * (docs/adr/0036).
 *
 * @param url of all servers: `,` between the servers of a copy, `|` between the copies
 * @throws Error for more than two copies, and for copies of different numbers of servers
 */
export function copyUrls(url: string): readonly [first: readonly string[], second?: readonly string[]] {
  const [first, second, ...more] = url.split('|').map((copy) => copy.split(','));
  if (more.length > 0 || (second !== undefined && second.length !== first!.length))
    throw new Error('a mirrored store has two copies with the same number of servers');
  return second === undefined ? [first!] : [first!, second];
}
