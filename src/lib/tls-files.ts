/** PEM texts for TLS: the trusted authority, and the certificate of the client with its key. */
export interface TlsFiles {
  readonly ca: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}
