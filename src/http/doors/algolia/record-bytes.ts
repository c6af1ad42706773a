import { endOfString, endOfValue, skipSpace } from '../../../lib/json-bytes.ts';

const commaByte = 44;
const closeBraceByte = 125;
const underscoreByte = 95;

/** The members of an item's stored JSON after those of the service, which come first: `"id":"a","name":"Oak chair"}`. */
export function recordBytes(json: Uint8Array): Uint8Array {
  let at = skipSpace(json, 1);
  while (json[at + 1] === underscoreByte) {
    const value = skipSpace(json, skipSpace(json, endOfString(json, at)) + 1);
    at = skipSpace(json, endOfValue(json, value));
    if (json[at] === commaByte) at = skipSpace(json, at + 1);
    else if (json[at] === closeBraceByte) break;
  }
  return json.subarray(at);
}
