import type { Json, JsonObject } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import { isObject } from '../contract/object-fields.ts';
import { readHtmlText, readText } from './shop-items.ts';

const depthMax = 12;
const nodesMax = 20_000;
/** Members that lead from a page to what it is about. */
const containers = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemReviewed', '@included'];

/** The objects of the JSON-LD of a page, with references by `@id` between its scripts. */
export class SchemaGraph {
  readonly #byId = new Map<string, JsonObject>();
  /** The objects that the page is about, in their order. */
  readonly nodes: JsonObject[] = [];
  readonly #known = new Set<JsonObject>();
  readonly #htmlTexts = new Map<string, string>();
  #visited = 0;

  constructor(values: readonly Json[]) {
    for (const value of values) this.#index(value, 0);
    for (const value of values) this.#collect(value, 0);
  }

  /** The object behind a reference such as `{"@id": "#brand"}`, or the value itself. */
  resolve(value: Json | undefined): Json | undefined {
    if (!isObject(value)) return value;
    const id = readText(value['@id']);
    return Object.keys(value).length === 1 && id !== '' ? (this.#byId.get(id) ?? value) : value;
  }

  /** The objects of a member, which may be one or a list, with their references resolved. */
  list(value: Json | undefined): JsonObject[] {
    return listValues(value)
      .map((one) => this.resolve(one))
      .filter(isObject);
  }

  /** Texts of a member: each may be a text, a number, or an object with one of `members`. */
  texts(value: Json | undefined, members: readonly string[] = ['name']): string[] {
    return listValues(value).flatMap((one) => {
      const read = this.resolve(one);
      if (!isObject(read)) return readText(read) || [];
      const member = members.find((name) => readText(firstValue(read[name])) !== '');
      return member === undefined ? [] : readText(firstValue(read[member]));
    });
  }

  /** The text of HTML, which the variants of a group share: it is read once. */
  htmlText(value: Json | undefined): string {
    const html = readText(value);
    const known = this.#htmlTexts.get(html) ?? readHtmlText(html);
    this.#htmlTexts.set(html, known);
    return known;
  }

  #index(value: Json, depth: number): void {
    if (depth > depthMax || ++this.#visited > nodesMax) return;
    if (Array.isArray(value)) for (const one of value) this.#index(one, depth + 1);
    else if (isObject(value)) {
      const id = readText(value['@id']);
      const known = this.#byId.get(id);
      if (id !== '' && Object.keys(value).length > 1)
        if (known === undefined || Object.keys(known).length < Object.keys(value).length)
          this.#byId.set(id, value);
      for (const member of Object.values(value))
        if (typeof member === 'object' && member !== null) this.#index(member, depth + 1);
    }
  }

  #collect(value: Json | undefined, depth: number): void {
    if (depth > depthMax || this.nodes.length >= nodesMax) return;
    if (Array.isArray(value)) for (const one of value) this.#collect(one, depth + 1);
    else if (isObject(value)) {
      const node = this.resolve(value) as JsonObject;
      if (this.#known.has(node)) return;
      this.#known.add(node);
      this.nodes.push(node);
      for (const name of containers) this.#collect(node[name], depth + 1);
    }
  }
}

/** The values of a member, as many as are read: the variants of a group read those of the group again. */
function listValues(value: Json | undefined): readonly (Json | undefined)[] {
  return Array.isArray(value) ? value.slice(0, limits.crawlPageItemsMax) : [value];
}

export function firstValue(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Whether an object has one of the types of schema.org, written with or without its address. */
export function hasType(node: JsonObject, types: ReadonlySet<string>): boolean {
  const own = node['@type'];
  return (Array.isArray(own) ? own : [own]).some((type) => types.has(readText(type).replace(/^.*[/:#]/, '')));
}
