import type { InputError } from '../../ports/errors.ts';
import type { EventItem, ShopEvent } from '../../ports/events.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { limits } from '../../ports/limits.ts';
import { textFault } from '../catalog/json-document.ts';

/** An event as sent, including the visitor's address, which is not stored. */
export interface EventInput extends Omit<ShopEvent, 'suspectedBot'> {
  readonly address: string | null;
}

/** Parses an event; errors go to `errors`, and the result is null. */
export function readEvent(value: Json, path: string, now: number, errors: InputError[]): EventInput | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    errors.push({ path, code: 'type', detail: `${path} must be an object with the fields of an event` });
    return null;
  }
  const before = errors.length;
  const reader = new Reader(value, path, errors);
  const type = reader.text('type', limits.eventTypeLengthMax);
  if (type === null) reader.fail('type', 'required', 'view, click, cart, purchase or a type of your own');
  const event: EventInput = {
    id: reader.text('id', limits.itemIdLengthMax),
    type: type ?? '',
    user: reader.text('user', limits.userIdLengthMax),
    session: reader.text('session', limits.userIdLengthMax),
    at: reader.time('at', now),
    items: reader.items(),
    searchId: reader.text('searchId', limits.itemIdLengthMax),
    recommendationId: reader.text('recommendationId', limits.itemIdLengthMax),
    position: reader.number('position', 1, 1_000_000, true),
    address: reader.text('address', limits.addressLengthMax),
  };
  if (event.user === null && event.session === null)
    reader.fail('user', 'required', 'sent, or `session`: an event is somebody’s');
  return errors.length === before ? event : null;
}

/** Reads the fields of an object and collects errors with their paths. */
class Reader {
  readonly #fields: JsonObject;
  readonly #path: string;
  readonly #errors: InputError[];

  constructor(fields: JsonObject, path: string, errors: InputError[]) {
    this.#fields = fields;
    this.#path = path;
    this.#errors = errors;
  }

  fail(name: string, code: string, expected: string): null {
    const path = `${this.#path}.${name}`;
    this.#errors.push({ path, code, detail: `${path} must be ${expected}` });
    return null;
  }

  text(name: string, lengthMax: number): string | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    const string = typeof value === 'number' ? String(value) : value;
    if (typeof string !== 'string') return this.fail(name, 'type', 'text');
    if (string.length < 1 || string.length > lengthMax) {
      return this.fail(
        name,
        string.length === 0 ? 'too_short' : 'too_long',
        `1 to ${lengthMax} characters long`,
      );
    }
    const fault = textFault(string);
    return fault === null ? string : this.fail(name, 'invalid_text', `clean text: it ${fault}`);
  }

  number(name: string, min: number, max: number, whole = false): number | null {
    const sent = this.#value(name);
    if (sent === undefined) return null;
    const value =
      typeof sent === 'string' && /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(sent.trim()) ? Number(sent) : sent;
    const kind = whole ? 'a whole number' : 'a number';
    if (typeof value !== 'number' || (whole && !Number.isInteger(value)))
      return this.fail(name, 'type', kind);
    if (!(value >= min && value <= max))
      return this.fail(name, 'out_of_range', `${kind} from ${min} to ${max}`);
    return value;
  }

  time(name: string, now: number): number {
    const value = this.#value(name);
    if (value === undefined) return now;
    // Only milliseconds: seconds could not be distinguished from them.
    const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (!Number.isFinite(at)) this.fail(name, 'format', 'a time: ISO 8601, or milliseconds since 1970');
    else if (at < 0 || at > now + limits.eventAheadMsMax)
      this.fail(name, 'out_of_range', 'a time from 1970 to one day ahead');
    else return Math.round(at);
    return now;
  }

  items(): EventItem[] {
    const list = this.#value('items');
    const single = this.text('item', limits.itemIdLengthMax);
    if (list === undefined) {
      if (single === null && this.#value('item') === undefined)
        this.fail('item', 'required', 'sent, or `items`');
      return single === null ? [] : [{ id: single, quantity: 1, price: null }];
    }
    if (single !== null) this.fail('item', 'conflict', 'left out where `items` is sent');
    const entries = Array.isArray(list) ? list : [list];
    if (entries.length < 1 || entries.length > limits.itemsPerEventMax) {
      this.fail(
        'items',
        entries.length === 0 ? 'too_few' : 'too_many',
        `a list of 1 to ${limits.itemsPerEventMax} items`,
      );
      return [];
    }
    return entries.flatMap((entry, index) => this.#item(entry, index) ?? []);
  }

  #item(entry: Json, index: number): EventItem | null {
    const fields = typeof entry === 'string' || typeof entry === 'number' ? { id: entry } : entry;
    if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
      return this.fail(`items[${index}]`, 'type', 'an id or {id, quantity, price}');
    }
    const reader = new Reader(fields, `${this.#path}.items[${index}]`, this.#errors);
    const id = reader.text('id', limits.itemIdLengthMax);
    if (id === null) return reader.#value('id') === undefined ? reader.fail('id', 'required', 'sent') : null;
    const quantity = reader.number('quantity', Number.MIN_VALUE, limits.quantityMax) ?? 1;
    return { id, quantity, price: reader.number('price', 0, Number.MAX_VALUE) };
  }

  #value(name: string): Json | undefined {
    const value = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    return value === null ? undefined : value;
  }
}
