import type { ApiKey, KeyKind } from './types.js';

/** The columns of `tickscope.keys` that are shown. */
export interface KeyRow {
  id: string;
  account: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    kind: row.kind,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
