import { isDeepStrictEqual } from 'node:util';
import type { TextSettings } from '../../kernel/text/schema/settings.ts';

/** Adapts settings to an index that was built under others, see `TextViews.withSettings`. */
export function adaptSettings(
  target: TextSettings,
  built: TextSettings,
): { readonly settings: TextSettings; readonly notApplied: readonly string[] } {
  const notApplied: string[] = [];
  const keepUnchanged = <T>(
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
    name: { ...name, fields: keepUnchanged('name.fields', name.fields, built.name.fields) },
    zones: keepUnchanged('zones', zones, built.zones, (groups) => groups.map(({ fields }) => fields)),
    unsearchableFields: keepUnchanged(
      'unsearchableFields',
      target.unsearchableFields,
      built.unsearchableFields,
    ),
    identifiers: keepUnchanged('identifiers', target.identifiers, built.identifiers),
    typos: {
      ...typos,
      disabledFields: keepUnchanged('typos.disabledFields', typos.disabledFields, built.typos.disabledFields),
    },
    languages: keepUnchanged('languages', target.languages, built.languages),
    stopWords: keepUnchanged(
      'stopWords',
      target.stopWords,
      built.stopWords,
      (words) => words?.toSorted() ?? null,
    ),
  };
  return { settings, notApplied };
}
