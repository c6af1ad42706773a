import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { unwrapAttribute as bare } from '../../../domain/conversion/algolia-attributes.ts';
import { orderFacets } from '../../../domain/conversion/algolia-facet-ordering.ts';
import { addSettings, defaultRanking } from '../../../domain/conversion/algolia-index-settings.ts';
import { readTexts } from '../../../domain/conversion/converted-shop.ts';
import { parseSort } from '../../../domain/query/sort-keys.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import type {
  AlgoliaReplica,
  AlgoliaSearchDefaults,
  CustomRankingCriterion,
  FieldGroup,
  ProjectSettings,
  SearchSettings,
} from '../../../ports/configuration/settings.ts';
import type { SortKey } from '../../../ports/search/text.ts';
import { createParameterError } from '../../requests/invalid-parameter.ts';
import { toField } from './attributes.ts';
import { messageLengthMax, ReceivedShop } from './received-shop.ts';
import { collectSettingEffects } from './search-context.ts';
import { checkTypes } from './settings-types.ts';

/** Changes as the body of `PUT /api/projects/{project}/settings`. */
export interface TranslatedSettings {
  readonly changes: Readonly<Record<string, JsonObject>>;
  /** Says which parameters have no effect, or null if all have one. */
  readonly message: string | null;
}

/** The setting that null resets, in the group `search`. */
const resets: Readonly<Record<string, keyof SearchSettings>> = {
  attributeForDistinct: 'groupBy',
  attributesForFaceting: 'facets',
  customRanking: 'customRanking',
  indexLanguages: 'languages',
  queryLanguages: 'languages',
  typoTolerance: 'typos',
};

/** The settings that a setting of Algolia changes: they are reset where another value needs none of them. */
const effectResets: Readonly<Record<string, readonly (keyof SearchSettings)[]>> = {
  queryType: ['prefix'],
  typoTolerance: ['typoThreshold', 'criteria'],
};

const searchAll = ['*'];
/** All fields that no group names. */
const otherFields = '*';

/** Settings of an index as changes of the project's. @throws VitrineError invalid_request */
export function translateSettings(
  input: JsonObject,
  settings: ProjectSettings,
  defaults: ProjectSettings,
): TranslatedSettings {
  const { search, items, algolia } = settings;
  checkTypes(input);
  const shop = new ReceivedShop();
  const { searchableAttributes, attributesForFaceting, replicas, unretrievableAttributes, ...others } = input;
  const current = formatSettings(settings, true);
  const isNew = (name: string): boolean =>
    input[name] !== undefined && !isDeepStrictEqual(input[name], current[name]);
  const added = Object.entries(others).filter(([name, value]) => value !== null && isNew(name));
  const grouping = search.groupBy === '' ? {} : { attributeForDistinct: search.groupBy };
  addSettings(Object.fromEntries(added), shop, { ...grouping, ...input });
  const edits: Record<string, Json> = { ...(shop.settings.search as unknown as JsonObject) };
  for (const [name, value] of Object.entries(input))
    if (value === null && Object.hasOwn(resets, name)) edits[resets[name]!] ??= null;
  for (const [name, affected] of Object.entries(effectResets))
    for (const setting of isNew(name) ? affected : [])
      if (!isDeepStrictEqual(search[setting], defaults.search[setting])) edits[setting] ??= null;
  if (searchableAttributes !== undefined)
    Object.assign(edits, rankSearchFields(readTexts(searchableAttributes), search, defaults.search));
  if (attributesForFaceting != null) edits['facets'] = mergeFacets(readTexts(attributesForFaceting), search);
  if (edits['customRanking'] != null)
    edits['customRanking'] = shop.settings.search.customRanking?.map(toRankedField) as unknown as Json;
  if (shop.facetOrdering !== null)
    edits['facets'] = orderFacets(
      (edits['facets'] ?? search.facets) as unknown as SearchSettings['facets'],
      shop.facetOrdering,
      (what) => shop.leaveOut(what),
    ) as unknown as Json;
  const groups = {
    search: mergeChanges(edits, search),
    items: mergeChanges(
      unretrievableAttributes === undefined ? {} : { privateFields: readTexts(unretrievableAttributes) },
      items,
    ),
    algolia: {
      ...mergeChanges(
        {
          ...(replicas === undefined
            ? {}
            : { replicas: mergeReplicas(readTexts(replicas), algolia.replicas) }),
          ...(isNew('ranking') ? { sort: [...(shop.settings.algolia.sort ?? [])] } : {}),
        },
        algolia,
      ),
      ...restoreDefaults(input, { isNew, known: algolia.searchDefaults, shop }),
    },
  };
  const changes = Object.fromEntries(
    Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0),
  );
  return { changes, message: shop.describeProgress() };
}

/** Parameters of searches that a client sets or resets; they are stored together. */
function restoreDefaults(
  input: JsonObject,
  {
    isNew,
    known,
    shop,
  }: {
    readonly isNew: (name: string) => boolean;
    readonly known: AlgoliaSearchDefaults;
    readonly shop: ReceivedShop;
  },
): JsonObject {
  const added = { ...shop.settings.algolia.searchDefaults } as JsonObject;
  if (isNew('distinct') && isOff(input['distinct'])) added['distinct'] = 0;
  const reset = Object.keys(known).filter((name) => isNew(name) && !Object.hasOwn(added, name));
  const members = { ...Object.fromEntries(reset.map((name) => [name, null])), ...added };
  return Object.keys(members).length === 0 ? {} : { searchDefaults: members };
}

/** Settings of a replica: its order. @throws VitrineError invalid_request */
export function translateReplica(
  name: string,
  input: JsonObject,
  { algolia }: ProjectSettings,
): TranslatedSettings {
  checkTypes(input);
  const { ranking, customRanking, ...others } = input;
  // A standard replica has its order in `ranking`, a virtual one in `customRanking`.
  const keys = [...readTexts(ranking), ...readTexts(customRanking)].filter((one) =>
    /^(asc|desc)\(/.test(one),
  );
  if (keys.length > limits.sortKeysMax)
    throw createParameterError('ranking', 'too_many', `at most ${limits.sortKeysMax} attributes`);
  const sort = parseSort(keys).map(sortText);
  const isSent = ranking !== undefined || customRanking !== undefined;
  const replicas = algolia.replicas.map((one) => (one.name === name && isSent ? { name, sort } : one));
  const ignored = Object.keys(others);
  return {
    changes: isSent ? { algolia: { replicas: replicas as unknown as Json } } : {},
    message:
      ignored.length === 0
        ? null
        : `Without effect on a replica, which has the settings of its project: ${ignored.join(', ')}`.slice(
            0,
            messageLengthMax,
          ),
  };
}

/** Formats the settings of a project as those of an index. `seesPrivate` says whether the key sees private fields. */
export function formatSettings(
  { search, items, algolia }: ProjectSettings,
  seesPrivate: boolean,
): Record<string, Json> {
  const { typos } = search;
  const isLimited = search.unsearchableFields.includes(otherFields);
  const searched = [search.name, ...search.zones].flatMap(({ fields }) => fields);
  return {
    ...(isLimited ? { searchableAttributes: searched } : {}),
    attributesForFaceting: [...new Set(search.facets.map(({ field }) => field))],
    ...(seesPrivate ? { unretrievableAttributes: items.privateFields } : {}),
    ranking: [...algolia.sort.map(formatCriterion), ...defaultRanking],
    customRanking: search.customRanking.map(({ field, order }) => `${order}(${field})`),
    ...(search.groupBy === '' ? {} : { attributeForDistinct: search.groupBy }),
    distinct: search.groupBy !== '',
    ...collectSettingEffects(search),
    ignorePlurals: true,
    removeStopWords: true,
    advancedSyntax: false,
    queryLanguages: search.languages,
    indexLanguages: search.languages,
    minWordSizefor1Typo: typos.minLengthOneTypo,
    minWordSizefor2Typos: typos.minLengthTwoTypos,
    disableTypoToleranceOnAttributes: typos.disabledFields,
    disableTypoToleranceOnWords: typos.disabledWords,
    replicas: algolia.replicas.map(({ name }) => name),
    hitsPerPage: limits.searchLimitDefault,
    maxValuesPerFacet: limits.facetValuesDefault,
    paginationLimitedTo: limits.searchWindowMax,
    ...(algolia.searchDefaults as JsonObject),
    ...(algolia.searchDefaults.distinct === 0 ? { distinct: false } : {}),
  };
}

export function formatReplica(
  project: string,
  sort: readonly SortKey[],
  shown: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const { replicas: _, ...shared } = shown;
  const keys = sort.map(formatKey);
  return { ...shared, ranking: [...keys, ...defaultRanking], primary: project };
}

/** Keeps the values that differ from the newest settings: a client sends defaults that it read, which are no changes. */
function mergeChanges(input: Readonly<Record<string, Json>>, newest: object): JsonObject {
  const current = newest as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): [string, Json][] => {
      if (!isObject(value)) return isDeepStrictEqual(value, current[name]) ? [] : [[name, value]];
      const members = mergeChanges(value, current[name] as object);
      return Object.keys(members).length === 0 ? [] : [[name, members]];
    }),
  );
}

/**
 * Only the named fields and those of the name are searched. They keep their weights; others have those of the default settings.
 * Without any, all fields are searched, but those that are unsearchable by name.
 */
function rankSearchFields(
  input: readonly string[],
  { name, zones, unsearchableFields }: SearchSettings,
  defaults: SearchSettings,
): Record<string, Json> {
  const attributes = [
    ...new Set(input.flatMap((group) => group.split(',').map((one) => toField(bare(one))))),
  ];
  const isAll = attributes.length === 0 || attributes.some((one) => searchAll.includes(one));
  if (isAll && !unsearchableFields.includes(otherFields)) return {};
  const never = unsearchableFields.filter((field) => field !== otherFields && !attributes.includes(field));
  if (isAll) return { unsearchableFields: never.length === 0 ? null : never, zones: null };
  const unassigned = new Set(attributes.filter((field) => field !== ''));
  for (const field of name.fields) unassigned.delete(field);
  const groups: FieldGroup[] = [];
  const add = (zone: FieldGroup): void => {
    const fields = zone.fields.filter((field) => unassigned.delete(field));
    const equalGroup = groups.find((group) =>
      isDeepStrictEqual({ ...group, fields: [] }, { ...zone, fields: [] }),
    );
    if (equalGroup !== undefined) equalGroup.fields.push(...fields);
    else if (fields.length > 0) groups.push({ ...zone, fields });
  };
  for (const zone of [...zones, ...defaults.zones]) add(zone);
  add({ ...defaults.others, fields: [...unassigned] });
  return { unsearchableFields: [otherFields, ...never], zones: groups as unknown as Json };
}

/** Sets the facets; those that exist keep their other members. */
function mergeFacets(attributes: readonly string[], { facets }: SearchSettings): Json {
  const fields = attributes.filter((one) => !one.startsWith('filterOnly(')).map((one) => toField(bare(one)));
  return [...new Set(fields)].flatMap((field) => {
    const existing = facets.filter((facet) => facet.field === field);
    return existing.length === 0 ? [{ field }] : existing;
  }) as unknown as Json;
}

/** Sets the replicas; those that exist keep their sort order. */
function mergeReplicas(names: readonly string[], known: readonly AlgoliaReplica[]): Json {
  const replicaNames = [...new Set(names.map((one) => bare(one)))];
  return replicaNames.map(
    (name) => known.find((replica) => replica.name === name) ?? { name, sort: [] },
  ) as unknown as Json;
}

const toRankedField = ({ field, order }: CustomRankingCriterion): CustomRankingCriterion => ({
  field: toField(field),
  order,
});

const sortText = ({ field, order }: SortKey): string => `${toField(field)}:${order}`;

const formatKey = ({ field, order }: SortKey): string => `${order}(${field})`;

/** Formats `price:desc` as `desc(price)`. */
const formatCriterion = (key: string): string => formatKey(parseSort([key])[0]!);

const isOff = (value: Json | undefined): boolean => value === false || value === 'false' || value === 0;
