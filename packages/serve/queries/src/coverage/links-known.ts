/**
 * From this `slots.version` on, a version of a block has all token links. Lower ones lack the links of mints that were
 * not swapped in the link's own block, so a sandwich by linked wallets may have been missed.
 */
export const LINKS_KNOWN_VERSION = 8;
