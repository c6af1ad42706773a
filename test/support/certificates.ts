import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PEM files. */
export interface Certificates {
  readonly ca: string;
  readonly server: { readonly certificate: string; readonly key: string };
  readonly client: { readonly certificate: string; readonly key: string };
}

/** A certificate authority with a server certificate for 127.0.0.1 and a client certificate; null without OpenSSL. */
export function makeCertificates(folder: string): Certificates | null {
  const path = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const signed = (name: string, extension: string): { certificate: string; key: string } => {
    const [request, extensions] = [path(`${name}.csr`), path(`${name}.ext`)];
    const files = { certificate: path(`${name}.pem`), key: path(`${name}-key.pem`) };
    openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', files.key, '-out', request);
    writeFileSync(extensions, extension);
    const authority = ['-CA', path('ca.pem'), '-CAkey', path('ca-key.pem'), '-CAcreateserial'];
    const made = ['-days', '2', '-extfile', extensions, '-out', files.certificate];
    openssl('x509', '-req', '-in', request, ...authority, ...made);
    return files;
  };
  try {
    openssl('version');
  } catch {
    return null;
  }
  const ca = path('ca.pem');
  const own = ['-x509', '-days', '2', '-subj', '/CN=shop', '-keyout', path('ca-key.pem'), '-out', ca];
  openssl('req', ...newKey, ...own);
  return {
    ca,
    server: signed('node', 'subjectAltName=IP:127.0.0.1\n'),
    client: signed('vitrine', 'extendedKeyUsage=clientAuth\n'),
  };
}

export const pemOf = (file: string): string => readFileSync(file, 'utf8');
