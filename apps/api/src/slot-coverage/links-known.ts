/**
 * Copies of blocks from this `slots.version` on have all token links. Earlier ones lack the links of mints that were not
 * swapped in the link's own block, so that a sandwich by linked wallets may not have been found.
 */
export const LINKS_KNOWN_VERSION = 8;
