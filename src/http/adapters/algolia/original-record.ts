import { escapeQuotes, type RecordOrigin } from '../../../domain/catalog/record-origin.ts';
import { listObjectFields } from '../../../lib/json-text.ts';
import { decodeUtf8 } from '../../../lib/utf8.ts';

/** Restores the record from which an item was made, as it was sent but without `objectID`: `{"title":"Oak chair"}`. */
export function restoreRecord(json: Uint8Array, { filled, names, sent, quoted }: RecordOrigin): Buffer {
  const text = decodeUtf8(json);
  let members = '';
  for (const { key, start, end } of listObjectFields(text, 0)) {
    if (key.startsWith('_')) continue;
    const isSent = Object.hasOwn(sent, key);
    if (!isSent && filled.includes(key)) continue;
    const name = Object.hasOwn(names, key) ? names[key] : key;
    const storedText = text.slice(start, end);
    const ownText = quoted?.includes(key) === true ? escapeQuotes(storedText) : storedText;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${isSent ? JSON.stringify(sent[key]) : ownText}`;
  }
  return Buffer.from(`{${members}}`);
}
