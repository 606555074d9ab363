import type { ApiKey, KeyKind } from './types.js';

/** What is read of a row of `tickscope.keys` to show it. */
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
