import type { Json, JsonObject } from '../../../ports/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { SynonymRule } from '../../../ports/settings.ts';
import type { Operation } from '../../operation.ts';
import { changeProjectSettings, type ConfigurationOptions } from './changed-configuration.ts';
import type { ParameterReader } from './parameter-reader.ts';
import { algoliaResourceOperations } from './resource-operations.ts';
import { shownSynonym, synonymId, translatedSynonym } from './synonym-translation.ts';

/** Synonyms of Algolia's clients. */
export function algoliaSynonymOperations(options: ConfigurationOptions): Operation[] {
  return algoliaResourceOperations<SynonymRule>(
    {
      name: 'synonyms',
      one: 'Synonym',
      countMax: limits.synonymRulesMax,
      replacing: 'replaceExistingSynonyms',
      notFound: 'Synonym set does not exist',
      current: ({ settings }) => settings.effective().search.synonyms,
      idOf: synonymId,
      shown: shownSynonym,
      accepts: isOfType,
      translated: translatedSynonym,
      change: (opened, { key }, edit) =>
        changeProjectSettings(
          { opened, key },
          ({ search }) => ({ search: { synonyms: edit(search.synonyms) as unknown as Json } }),
          options,
        ),
    },
    options.clock,
  );
}

/** `type`: one of the types of synonyms, or several with commas. */
function isOfType({ type }: JsonObject, reader: ParameterReader): boolean {
  const wanted = reader.text('type', 100)?.toLowerCase().split(',') ?? null;
  return wanted === null || (typeof type === 'string' && wanted.includes(type.toLowerCase()));
}
