import type { ApiKey } from '@tickscope/accounts';
import type { components } from '@tickscope/schemas';

/** A key as its owner sees it: everything but its secret. */
export function keyRecord(key: ApiKey): components['schemas']['ApiKey'] {
  const { id, name, kind, prefix, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  return {
    id,
    name,
    kind,
    prefix,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}
