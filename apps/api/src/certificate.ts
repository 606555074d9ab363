import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { type ApiConfig, ConfigError } from '@tickscope/config';
import type { Logger } from '@tickscope/log';
import type { Metrics } from './metrics.js';

type TlsFiles = NonNullable<ApiConfig['tls']>;

/** The contents of a server's certificate and key files. */
export interface CertificateFiles {
  cert: Buffer;
  key: Buffer;
}

export const MIN_TLS_VERSION = 'TLSv1.2';
/** Certificates are renewed weeks before they end: a minute is soon enough. */
const LOOK_EVERY_MS = 60_000;

/** The certificate of a running server. */
export interface KeptCertificate {
  /** Reads the files again. If they changed and fit together, new connections use them. Never throws. */
  renew(): void;
  close(): void;
}

/** @throws ConfigError for files that cannot be read or do not fit together */
export function readCertificate({ certFile, keyFile }: TlsFiles): CertificateFiles {
  const files = { cert: fileOf('TLS_CERT_FILE', certFile), key: fileOf('TLS_KEY_FILE', keyFile) };
  try {
    createSecureContext(files);
    return files;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      { variable: 'TLS_CERT_FILE', text: `cannot be used together with TLS_KEY_FILE: ${text}.` },
    ]);
  }
}

/**
 * Keeps the server's certificate up to date with its files. They are checked every minute, however they were
 * replaced (a write, a rename, another link). While they cannot be used, for example between the writing of the
 * one and the other, the old certificate stays. Open connections keep theirs.
 */
export function keepCertificate(
  server: Server,
  tls: TlsFiles,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'certificateEnd'> },
): KeptCertificate {
  if (!(server instanceof TlsServer)) throw new TypeError('a server without TLS has no certificate');
  let current = readCertificate(tls);
  const endOf = ({ cert }: CertificateFiles): Date => new Date(new X509Certificate(cert).validTo);
  const show = () => metrics.certificateEnd.set(endOf(current).getTime() / 1_000);
  show();
  const renew = () => {
    try {
      const files = readCertificate(tls);
      if (files.cert.equals(current.cert) && files.key.equals(current.key)) return;
      server.setSecureContext({ ...files, minVersion: MIN_TLS_VERSION });
      current = files;
      show();
      log.info({ validTo: endOf(files) }, 'the certificate is renewed');
    } catch (error) {
      log.warn({ err: error }, 'the certificate cannot be renewed: the old one stays');
    }
  };
  const looking = setInterval(renew, LOOK_EVERY_MS);
  looking.unref();
  return { renew, close: () => clearInterval(looking) };
}

function fileOf(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      { variable, text: `names a file that cannot be read (${code ?? String(error)}).` },
    ]);
  }
}
