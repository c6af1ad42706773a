import { decodeUtf8 } from '../../lib/utf8.ts';
import type { JsonProjection } from '../../lib/json-projection.ts';
import { textsOf } from '../../lib/json-values.ts';
import type { LocalValues } from '../../ports/local-values.ts';
import type { JsonObject } from '../../ports/json.ts';
import { itemAddress } from './item-address.ts';
import { itemProjection } from './item-projection.ts';

/**
 * As {@link itemProjection}, and gives an item without `url` the address of its page by the template of the shop (setting
 * `items.urlTemplate`), from fields that the request may see.
 */
export function addressedProjection(
  options: {
    readonly fields: readonly string[] | null;
    readonly exclude: readonly string[];
    readonly local: LocalValues | null;
  },
  template: string,
): JsonProjection {
  const { fields, exclude, local } = options;
  const isShown = (fields === null || fields.includes('url')) && !exclude.includes('url');
  if (template === '' || !isShown) return itemProjection(options);
  const whole = itemProjection({ fields: null, exclude, local });
  const withUrl = itemProjection(options);
  // An empty `url` must not be there twice.
  const withoutUrl = itemProjection({ fields, exclude: [...exclude, 'url'], local });
  return (json) => {
    const visible = JSON.parse(decodeUtf8(whole(json))) as JsonObject;
    if (textsOf(visible, 'url').some((url) => url.trim() !== '')) return withUrl(json);
    const url = itemAddress(visible, template);
    if (url === null) return withUrl(json);
    const shown = withoutUrl(json);
    return Buffer.concat([
      shown.subarray(0, shown.lastIndexOf(closingBrace)),
      Buffer.from(`,"url":${JSON.stringify(url)}}`),
    ]);
  };
}

const closingBrace = 125;
