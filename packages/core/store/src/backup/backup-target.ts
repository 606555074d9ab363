/** Where ClickHouse writes a backup, or reads it. Paths are those that the server sees. */
export type BackupTarget =
  | { readonly kind: 'folder'; readonly path: string }
  /** A disk of the server's configuration that `backups.allowed_disk` names. */
  | { readonly kind: 'disk'; readonly disk: string; readonly path: string }
  /** Without a key the server uses its own credentials for the bucket. */
  | {
      readonly kind: 's3';
      readonly url: string;
      readonly credentials: { readonly key: string; readonly secret: string } | null;
    };

/** The target of one part, as `BACKUP … TO` and `RESTORE … FROM` take it. Holds the secret: not for any output. */
export function targetSql(target: BackupTarget, part: string): string {
  switch (target.kind) {
    case 'folder':
      return `File(${quoted(`${target.path}/${part}`)})`;
    case 'disk':
      return `Disk(${quoted(target.disk)}, ${quoted(`${target.path}/${part}`)})`;
    case 's3': {
      const { url, credentials } = target;
      const secrets = credentials === null ? [] : [credentials.key, credentials.secret];
      return `S3(${[`${url.replace(/\/+$/, '')}/${part}`, ...secrets].map(quoted).join(', ')})`;
    }
  }
}

/** A message without the secrets of a target: a server may cite the statement that it does not understand. */
export function withoutSecrets(message: string, target: BackupTarget): string {
  if (target.kind !== 's3' || target.credentials === null) return message;
  const { key, secret } = target.credentials;
  return [secret, quoted(secret).slice(1, -1), key]
    .filter((text) => text !== '')
    .reduce((text, hidden) => text.replaceAll(hidden, '[hidden]'), message);
}

export function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
