/** The text of UTF-8 bytes, read where they lie: `Buffer.from(bytes)` would copy them first. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
