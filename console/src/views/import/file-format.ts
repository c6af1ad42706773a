import type { ImportedFile } from '@vitrine/sdk';

/** Bytes of a file that a preview reads: the limit of the service. */
export const previewBytes = 1024 * 1024;
const sniffedBytes = 1024;

/** The format of a file by how it begins, or else by its name. */
export async function formatOf(file: File): Promise<ImportedFile['format']> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());
  // Also of UTF-16, and after a byte order mark.
  const text = String.fromCharCode(...head.filter((byte) => byte > 0 && byte < 0x80)).trimStart();
  if (/^<(?:\?xml|rss|feed)\b/i.test(text)) return 'xml';
  if (/^\{\s*["}]/.test(text)) return 'ndjson';
  if (/\.(?:xml|rss|atom)$/i.test(file.name)) return 'xml';
  return /\.(?:ndjson|jsonl|json)$/i.test(file.name) ? 'ndjson' : 'csv';
}
