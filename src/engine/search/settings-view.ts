import { isDeepStrictEqual } from 'node:util';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';

/** Adapts settings to an index that was built under others, see `TextViews.withSettings`. */
export function settingsFor(
  target: TextSettings,
  built: TextSettings,
): { readonly settings: TextSettings; readonly notApplied: readonly string[] } {
  const notApplied: string[] = [];
  const kept = <T>(
    name: string,
    current: T,
    indexed: T,
    compare: (value: T) => unknown = (value) => value,
  ): T => {
    if (isDeepStrictEqual(compare(current), compare(indexed))) return current;
    notApplied.push(name);
    return indexed;
  };
  const { name, zones, typos } = target;
  const settings: TextSettings = {
    ...target,
    name: { ...name, fields: kept('name.fields', name.fields, built.name.fields) },
    zones: kept('zones', zones, built.zones, (groups) => groups.map(({ fields }) => fields)),
    unsearchableFields: kept('unsearchableFields', target.unsearchableFields, built.unsearchableFields),
    identifiers: kept('identifiers', target.identifiers, built.identifiers),
    typos: {
      ...typos,
      disabledFields: kept('typos.disabledFields', typos.disabledFields, built.typos.disabledFields),
    },
    languages: kept('languages', target.languages, built.languages),
    stopWords: kept('stopWords', target.stopWords, built.stopWords, (words) => words?.toSorted() ?? null),
  };
  return { settings, notApplied };
}
