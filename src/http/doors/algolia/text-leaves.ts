import { ByteBoundedCache } from '../../../lib/byte-bounded-cache.ts';
import { geoField } from './attributes.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import type { Json } from '../../../ports/json.ts';

/** A text of a record. */
export interface TextLeaf {
  readonly text: string;
  /** The attribute that it is a value of: the path without positions in lists. */
  readonly attribute: string;
  /** Whether it is an element of a list, or inside one. */
  readonly isListed: boolean;
  /** The JSON of its highlight without a match. */
  readonly unmarked: string;
}

/** The texts of a record in its structure: JSON text, and the texts between its parts. */
export interface LeafTemplate {
  /** One more than leaves: `{"name":`, `,"brand":`, `}`. */
  readonly parts: readonly string[];
  readonly leaves: readonly TextLeaf[];
  /** The JSON of the record's points on a map; null: none. */
  readonly points: string | null;
}

const bytesMax = 8 * 1024 * 1024;
/** Depth below which no more texts are found. */
const depthMax = 20;

/** Finds the texts of a record. `numbers`: numbers count as texts, too. Objects and lists without a text are left out. */
export function leafTemplate(record: Json, numbers: boolean): LeafTemplate {
  const parts: string[] = [];
  const leaves: TextLeaf[] = [];
  let part = '';
  const visit = (value: Json, attribute: string, isListed: boolean, depth: number): boolean => {
    if (typeof value === 'string' || (numbers && typeof value === 'number')) {
      parts.push(part);
      part = '';
      const text = String(value);
      const unmarked = `{"value":${JSON.stringify(text)},"matchLevel":"none","matchedWords":[]}`;
      leaves.push({ text, attribute, isListed, unmarked });
      return true;
    }
    if (value === null || typeof value !== 'object' || depth === depthMax) return false;
    const isList = Array.isArray(value);
    const entries: readonly (readonly [string, Json])[] = isList
      ? value.map((one) => ['', one] as const)
      : Object.entries(value);
    const known = [part, parts.length] as const;
    part += isList ? '[' : '{';
    let count = 0;
    for (const [name, member] of entries) {
      if (depth === 0 && name.startsWith('_')) continue;
      const before = part;
      part += (count === 0 ? '' : ',') + (isList ? '' : `${JSON.stringify(name)}:`);
      const path = isList ? attribute : attribute === '' ? name : `${attribute}.${name}`;
      if (visit(member, path, isListed || isList, depth + 1)) count++;
      else part = before;
    }
    if (count === 0 && depth > 0) {
      part = known[0];
      return false;
    }
    part += isList ? ']' : '}';
    return true;
  };
  visit(record, '', false, 0);
  const points = isObject(record) ? (record[geoField] ?? null) : null;
  return { parts: [...parts, part], leaves, points: points === null ? null : JSON.stringify(points) };
}

/** Templates by the bytes of their records: the same items are on many pages. */
export class LeafTemplates {
  readonly #kept = new ByteBoundedCache<string, LeafTemplate>(bytesMax, ({ parts, leaves }) =>
    leaves.reduce((sum, { text }) => sum + 4 * text.length + 300, parts.length * 50),
  );
  readonly #numbers: boolean;

  constructor(numbers: boolean) {
    this.#numbers = numbers;
  }

  /** `state`: names the record and its version. */
  of(state: string, json: Uint8Array): LeafTemplate {
    const known = this.#kept.get(state);
    if (known !== undefined) return known;
    const record = JSON.parse(
      Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8'),
    ) as Json;
    const template = leafTemplate(record, this.#numbers);
    this.#kept.set(state, template);
    return template;
  }
}
