import { isDeepStrictEqual } from 'node:util';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';

/** Settings for an index that was built under others: see `TextViews.withSettings`. */
export function settingsFor(
  wanted: TextSettings,
  built: TextSettings,
): { readonly settings: TextSettings; readonly notApplied: readonly string[] } {
  const notApplied: string[] = [];
  const kept = <T>(
    name: string,
    own: T,
    indexed: T,
    compare: (value: T) => unknown = (value) => value,
  ): T => {
    if (isDeepStrictEqual(compare(own), compare(indexed))) return own;
    notApplied.push(name);
    return indexed;
  };
  const { name, zones, typos } = wanted;
  const settings: TextSettings = {
    ...wanted,
    name: { ...name, fields: kept('name.fields', name.fields, built.name.fields) },
    zones: kept('zones', zones, built.zones, (groups) => groups.map(({ fields }) => fields)),
    unsearchableFields: kept('unsearchableFields', wanted.unsearchableFields, built.unsearchableFields),
    identifiers: kept('identifiers', wanted.identifiers, built.identifiers),
    typos: {
      ...typos,
      disabledFields: kept('typos.disabledFields', typos.disabledFields, built.typos.disabledFields),
    },
    languages: kept('languages', wanted.languages, built.languages),
    stopWords: kept('stopWords', wanted.stopWords, built.stopWords, (words) => words?.toSorted() ?? null),
  };
  return { settings, notApplied };
}
