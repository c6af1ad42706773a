import type { StoredItem } from '../ports/catalog.ts';
import type { Warning } from '../ports/errors.ts';
import type { JsonProjection } from '../lib/json-projection.ts';

/**
 * Replies are put together from ready bytes: an item's JSON was made once, when it was written. Twenty items
 * take 3-7 us so, and 150-290 us through JSON.stringify.
 */
export type Chunk = string | Uint8Array;

export interface Reply {
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, body: JSON.stringify(body), headers };
}

export function jsonChunks(status: number, chunks: readonly Chunk[]): Reply {
  // A unit of a string takes three bytes at the most: one buffer has room for all, and none is made of each.
  let size = 0;
  for (const chunk of chunks) size += typeof chunk === 'string' ? 3 * chunk.length : chunk.length;
  const body = Buffer.allocUnsafe(size);
  let at = 0;
  // Strings that follow one another are written at once: to write one takes longer than to join two.
  let text = '';
  for (const chunk of chunks) {
    if (typeof chunk === 'string') {
      text += chunk;
      continue;
    }
    if (text !== '') at += body.write(text, at);
    text = '';
    body.set(chunk, at);
    at += chunk.length;
  }
  if (text !== '') at += body.write(text, at);
  return { status, body: body.subarray(0, at) };
}

/** What a reply shows of an item, with members of this reply in front of the item's own. */
export function itemChunks(
  item: StoredItem,
  projection: JsonProjection,
  own: Readonly<Record<string, unknown>> = {},
): Chunk[] {
  const object = JSON.stringify(own);
  return object === '{}' ? [projection(item.json)] : itemWithMembers(item, projection, object.slice(1, -1));
}

/** As {@link itemChunks}, with the members as text: `"_score":1` and `{"_id":...}` become `{"_score":1,"_id":...}`. */
export function itemWithMembers(item: StoredItem, projection: JsonProjection, members: string): Chunk[] {
  return [`{${members},`, projection(item.json).subarray(1)];
}

/** A JSON list of what `each` makes of the elements. */
export function listChunks<T>(elements: readonly T[], each: (element: T) => readonly Chunk[]): Chunk[] {
  const chunks: Chunk[] = ['['];
  elements.forEach((element, index) => {
    if (index > 0) chunks.push(',');
    chunks.push(...each(element));
  });
  chunks.push(']');
  return chunks;
}

/** A reply that is a JSON object, with what was odd about its request as a further member. */
export function withWarnings(reply: Reply, warnings: readonly Warning[]): Reply {
  if (warnings.length === 0) return reply;
  const body = Buffer.from(reply.body);
  const open = body.subarray(0, body.lastIndexOf('}'));
  return { ...reply, body: Buffer.concat([open, Buffer.from(`${warningsMember(warnings)}}`)]) };
}

/** Further members of an object whose chunks end before its closing brace; none where there are none. */
export function warningsMember(warnings: readonly Warning[]): string {
  return warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
}
