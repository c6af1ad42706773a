/** Decodes UTF-8 bytes in place; `Buffer.from(bytes)` would copy them. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
