/**
 * From this `slots.version` on, a copy has all token links. Earlier copies lack the links of mints that were
 * not swapped in the link's own block, so a sandwich by linked wallets may have been missed.
 */
export const LINKS_KNOWN_VERSION = 8;
