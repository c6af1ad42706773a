import { flattenItem } from '../../kernel/text/schema/flatten.ts';
import { parseNumberValue } from '../../kernel/text/schema/number-values.ts';
import type { IndexDocument } from '../../kernel/text/schema/document.ts';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';
import { isTextField } from '../../ports/catalog/item-fields.ts';

/**
 * Builds the document of an item for the text index. The service's own fields are not searchable, but the creation time is sortable.
 * Numbers are searchable in text fields, and in fields to which the settings give a weight.
 */
export function indexDocument(
  itemNumber: number,
  item: Readonly<Record<string, unknown>>,
  createdAt: number,
  settings: Pick<TextSettings, 'name' | 'zones'>,
): IndexDocument {
  const weighted = [settings.name, ...settings.zones];
  const { texts, values, elements } = flattenItem(item, {
    skip: (name) => name.startsWith('_'),
    isText: (name, path) => isTextField(name) || weighted.some(({ fields }) => fields.includes(path)),
  });
  values.push({ field: '_createdAt', value: createdAt });
  return { key: itemNumber, texts, values, elements, popularity: readPopularity(item) };
}

function readPopularity(item: Readonly<Record<string, unknown>>): number {
  const popularity = parseNumberValue(item['popularity']);
  return Number.isNaN(popularity) ? 0 : popularity;
}
