import type { Json } from '../../../ports/catalog/json.ts';

/** The value of a JSON text; undefined: it is not JSON. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
