import { Fault, type Field } from '../../../domain/contract/fields.ts';
import { keepValidParts } from '../../../domain/conversion/accepted-parts.ts';
import { synonyms } from '../../../domain/settings/search-settings.ts';
import type { ProjectEngine } from '../../../ports/engine.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type { SynonymRule } from '../../../ports/configuration/settings.ts';
import type { Operation } from '../../operation.ts';
import { changeProjectSettings, type ConfigurationOptions } from './changed-configuration.ts';
import type { ParameterReader } from './parameter-reader.ts';
import type { ReceivedShop } from './received-shop.ts';
import { createAlgoliaResourceOperations, type SavedRecord } from './resource-operations.ts';
import { formatSynonym, formatSynonymId, translateSynonym } from './synonym-translation.ts';

/** Synonyms of Algolia's clients. */
export function createAlgoliaSynonymOperations(options: ConfigurationOptions): Operation[] {
  return createAlgoliaResourceOperations<SynonymRule>(
    {
      name: 'synonyms',
      singularName: 'Synonym',
      countMax: limits.synonymRulesMax,
      replacing: 'replaceExistingSynonyms',
      notFound: 'Synonym set does not exist',
      current: ({ settings }) => settings.effective().search.synonyms,
      getId: formatSynonymId,
      format: formatSynonym,
      matches: hasRequestedType,
      translate: translateSynonym,
      selectStorable: acceptSynonyms,
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

/** Accepts the synonyms in which text analysis finds no fault: a single fault would reject all of them. */
function acceptSynonyms(
  saved: readonly SavedRecord<SynonymRule>[],
  { settings }: ProjectEngine,
  shop: ReceivedShop,
): readonly SavedRecord<SynonymRule>[] {
  const effective = settings.effective();
  const rules = saved.map(({ mergeInto }) => mergeInto(undefined)) as unknown as Json;
  const faulty = new Set<string>();
  const check: Pick<Field<unknown>, 'read'> = {
    read: (value, path) => {
      const read = synonyms.read(value, path);
      if (read instanceof Fault) return read;
      const errors = settings.validate({ ...effective, search: { ...effective.search, synonyms: read } });
      // A fault of the list as a whole rejects all of them.
      const ruleErrors = errors.filter((error) => error.path.startsWith('search.synonyms['));
      return ruleErrors.length === 0
        ? read
        : new Fault(
            ruleErrors.map((error) => ({ ...error, path: error.path.replace('search.synonyms', path) })),
          );
    },
  };
  keepValidParts(check, rules, 'synonyms', ({ path, detail }, all) => {
    const rule = (all as unknown as readonly SynonymRule[])[Number(/\[(\d+)\]/.exec(path)?.[1])];
    if (rule?.id === undefined || faulty.has(rule.id)) return;
    faulty.add(rule.id);
    shop.leaveOut(`the synonyms ${rule.id}: ${detail}`);
  });
  return saved.filter(({ id }) => !faulty.has(id));
}

/** The parameter `type` has types of synonyms, separated by commas. */
function hasRequestedType({ type }: JsonObject, reader: ParameterReader): boolean {
  const types = reader.readText('type', 100)?.toLowerCase().split(',') ?? null;
  return types === null || (typeof type === 'string' && types.includes(type.toLowerCase()));
}
