import { decodeUtf8 } from '../../lib/utf8.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { readTexts } from '../../lib/json-values.ts';
import type { LocalValues } from '../../ports/catalog/local-values.ts';
import type { JsonObject } from '../../ports/catalog/json.ts';
import { buildItemAddress } from './item-address.ts';
import { createItemProjection } from './item-projection.ts';

/**
 * Extends {@link createItemProjection}: an item without `url` gets the address of its page by the template of the shop (setting
 * `items.urlTemplate`), from fields that the request may see.
 */
export function projectWithItemAddress(
  options: {
    readonly fields: readonly string[] | null;
    readonly exclude: readonly string[];
    readonly local: LocalValues | null;
  },
  template: string,
): JsonProjection {
  const { fields, exclude, local } = options;
  if (template === '' || !showsAddress(options)) return createItemProjection(options);
  const whole = createItemProjection({ fields: null, exclude, local });
  const withUrl = createItemProjection(options);
  // An empty `url` must not be there twice.
  const withoutUrl = createItemProjection({ fields, exclude: [...exclude, 'url'], local });
  return (json) => {
    const url = computeMissingAddress(whole(json), template);
    if (url === null) return withUrl(json);
    const bytes = withoutUrl(json);
    return Buffer.concat([
      bytes.subarray(0, bytes.lastIndexOf(closingBrace)),
      Buffer.from(`,"url":${JSON.stringify(url)}}`),
    ]);
  };
}

const closingBrace = 125;

/** Whether a projection shows the address of an item's page. */
export function showsAddress({
  fields,
  exclude,
}: {
  readonly fields: readonly string[] | null;
  readonly exclude: readonly string[];
}): boolean {
  return (fields === null || fields.includes('url')) && !exclude.includes('url');
}

/** Computes `url` from the visible fields by the template, or returns null if the item has one or lacks a value. */
export function computeMissingAddress(visible: Uint8Array, template: string): string | null {
  const fields = JSON.parse(decodeUtf8(visible)) as JsonObject;
  const hasUrl = readTexts(fields, 'url').some((url) => url.trim() !== '');
  return hasUrl ? null : buildItemAddress(fields, template);
}
