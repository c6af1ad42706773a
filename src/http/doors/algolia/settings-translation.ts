import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { addSettings, bare } from '../../../domain/migration/algolia.ts';
import { textsOf } from '../../../domain/migration/converted-shop.ts';
import { parseSort } from '../../../domain/search/query/sort-keys.ts';
import type { Json, JsonObject } from '../../../ports/json.ts';
import { limits } from '../../../ports/limits.ts';
import type {
  AlgoliaReplica,
  CustomRankingCriterion,
  FieldGroup,
  ProjectSettings,
  SearchSettings,
} from '../../../ports/settings.ts';
import type { SortKey } from '../../../ports/text.ts';
import { invalidParameter } from '../../invalid-parameter.ts';
import { fieldOf } from './attributes.ts';
import { ReceivedShop } from './received-shop.ts';
import { checkTypes } from './settings-types.ts';

/** Changes as the body of `PUT /api/projects/{project}/settings`. */
export interface TranslatedSettings {
  readonly changes: Readonly<Record<string, JsonObject>>;
  /** What has no effect; null: everything has one. */
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

const defaultRanking = ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'];

/** Settings of searches with what searches have here; another value has no effect, as each request can have its own. */
const requestSettings: Readonly<Record<string, Json>> = {
  hitsPerPage: limits.searchLimitDefault,
  maxValuesPerFacet: limits.facetValuesDefault,
  attributesToRetrieve: null,
  attributesToHighlight: null,
  attributesToSnippet: null,
  responseFields: null,
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
};

/** Values of `typoTolerance` that allow fewer typos. */
const strictTypos = ['min', 'strict'];

const searchAll = ['*'];
/** All fields that no group names. */
const otherFields = '*';

/** Settings of an index as changes of the project's. @throws VitrineError invalid_request */
export function translatedSettings(
  sent: JsonObject,
  { search, items, algolia }: ProjectSettings,
  defaults: ProjectSettings,
): TranslatedSettings {
  checkTypes(sent);
  const shop = new ReceivedShop();
  const { searchableAttributes, attributesForFaceting, replicas, unretrievableAttributes, ...others } = sent;
  addSettings(Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)), shop);
  const own: Record<string, Json> = { ...(shop.settings.search as unknown as JsonObject) };
  for (const [name, value] of Object.entries(sent))
    if (value === null && Object.hasOwn(resets, name)) own[resets[name]!] ??= null;
  if (searchableAttributes !== undefined)
    Object.assign(own, searchedFields(textsOf(searchableAttributes), search, defaults.search));
  if (attributesForFaceting != null) own['facets'] = facetsOf(textsOf(attributesForFaceting), search);
  if (own['customRanking'] != null)
    own['customRanking'] = shop.settings.search.customRanking?.map(rankedField) as unknown as Json;
  leaveOutIgnored(sent, own['groupBy'] === undefined ? search.groupBy : own['groupBy'], shop);
  const groups = {
    search: changed(own, search),
    items: changed(
      unretrievableAttributes === undefined ? {} : { privateFields: textsOf(unretrievableAttributes) },
      items,
    ),
    algolia: changed(
      replicas === undefined ? {} : { replicas: replicasOf(textsOf(replicas), algolia.replicas) },
      algolia,
    ),
  };
  const changes = Object.fromEntries(
    Object.entries(groups).filter(([, group]) => Object.keys(group).length > 0),
  );
  return { changes, message: shop.message() };
}

/** What of the settings has no effect. `groupBy`: the field of variants after the change. */
function leaveOutIgnored(sent: JsonObject, groupBy: Json, shop: ReceivedShop): void {
  for (const [name, value] of Object.entries(requestSettings))
    if (isOther(sent[name], value)) shop.leaveOut(`the default ${name}: send it with each search`);
  if (isOff(sent['distinct']) && groupBy !== '' && groupBy !== null)
    shop.leaveOut('the default distinct: variants are one hit, unless a search has `distinct: false`');
  const { ranking, typoTolerance } = sent;
  if (typeof typoTolerance === 'string' && strictTypos.includes(typoTolerance))
    shop.leaveOut(`typoTolerance "${typoTolerance}": as true`);
  if (isOther(ranking, defaultRanking)) shop.leaveOut('the setting ranking: see `search.criteria`');
}

/** Settings of a replica: its order. @throws VitrineError invalid_request */
export function translatedReplica(
  name: string,
  sent: JsonObject,
  { algolia }: ProjectSettings,
): TranslatedSettings {
  checkTypes(sent);
  const { ranking, customRanking, ...others } = sent;
  // A standard replica has its order in `ranking`, a virtual one in `customRanking`.
  const keys = [...textsOf(ranking), ...textsOf(customRanking)].filter((one) => /^(asc|desc)\(/.test(one));
  if (keys.length > limits.sortKeysMax)
    throw invalidParameter('ranking', 'too_many', `at most ${limits.sortKeysMax} attributes`);
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
            2_000,
          ),
  };
}

/** The settings of a project as those of an index. `seesPrivate`: whether the key sees private fields. */
export function shownSettings(
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
    ranking: defaultRanking,
    customRanking: search.customRanking.map(({ field, order }) => `${order}(${field})`),
    ...(search.groupBy === '' ? {} : { attributeForDistinct: search.groupBy }),
    distinct: search.groupBy !== '',
    queryLanguages: search.languages,
    indexLanguages: search.languages,
    typoTolerance: typos.enabled,
    minWordSizefor1Typo: typos.minLengthOneTypo,
    minWordSizefor2Typos: typos.minLengthTwoTypos,
    disableTypoToleranceOnAttributes: typos.disabledFields,
    disableTypoToleranceOnWords: typos.disabledWords,
    replicas: algolia.replicas.map(({ name }) => name),
    hitsPerPage: limits.searchLimitDefault,
    maxValuesPerFacet: limits.facetValuesDefault,
    paginationLimitedTo: limits.searchWindowMax,
  };
}

/** The settings of a replica. */
export function shownReplica(
  project: string,
  sort: readonly SortKey[],
  shown: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const { replicas: _, ...shared } = shown;
  const keys = sort.map(({ field, order }) => `${order}(${field})`);
  return { ...shared, ranking: [...keys, ...defaultRanking], primary: project };
}

/** What differs from the newest settings: what a client sends as it read it would turn defaults into changes. */
function changed(sent: Readonly<Record<string, Json>>, newest: object): JsonObject {
  const known = newest as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
      if (!isObject(value)) return isDeepStrictEqual(value, known[name]) ? [] : [[name, value]];
      const members = changed(value, known[name] as object);
      return Object.keys(members).length === 0 ? [] : [[name, members]];
    }),
  );
}

/**
 * Only the named fields and those of the name are searched. They keep their weights; others have those of the default settings.
 * Without any, all fields are searched, but those that are unsearchable by name.
 */
function searchedFields(
  sent: readonly string[],
  { name, zones, unsearchableFields }: SearchSettings,
  defaults: SearchSettings,
): Record<string, Json> {
  const attributes = [...new Set(sent.flatMap((group) => group.split(',').map((one) => fieldOf(bare(one)))))];
  const isAll = attributes.length === 0 || attributes.some((one) => searchAll.includes(one));
  if (isAll && !unsearchableFields.includes(otherFields)) return {};
  const never = unsearchableFields.filter((field) => field !== otherFields && !attributes.includes(field));
  if (isAll) return { unsearchableFields: never.length === 0 ? null : never, zones: null };
  const left = new Set(attributes.filter((field) => field !== ''));
  for (const field of name.fields) left.delete(field);
  const groups: FieldGroup[] = [];
  const add = (zone: FieldGroup): void => {
    const fields = zone.fields.filter((field) => left.delete(field));
    const known = groups.find((group) =>
      isDeepStrictEqual({ ...group, fields: [] }, { ...zone, fields: [] }),
    );
    if (known !== undefined) known.fields.push(...fields);
    else if (fields.length > 0) groups.push({ ...zone, fields });
  };
  for (const zone of [...zones, ...defaults.zones]) add(zone);
  add({ ...defaults.others, fields: [...left] });
  return { unsearchableFields: [otherFields, ...never], zones: groups as unknown as Json };
}

/** Facets keep what else is set for them. */
function facetsOf(attributes: readonly string[], { facets }: SearchSettings): Json {
  const fields = attributes.filter((one) => !one.startsWith('filterOnly(')).map((one) => fieldOf(bare(one)));
  return [...new Set(fields)].flatMap((field) => {
    const known = facets.filter((facet) => facet.field === field);
    return known.length === 0 ? [{ field }] : known;
  }) as unknown as Json;
}

/** Replicas keep their order. */
function replicasOf(names: readonly string[], known: readonly AlgoliaReplica[]): Json {
  const wanted = [...new Set(names.map((one) => bare(one)))];
  return wanted.map(
    (name) => known.find((replica) => replica.name === name) ?? { name, sort: [] },
  ) as unknown as Json;
}

const rankedField = ({ field, order }: CustomRankingCriterion): CustomRankingCriterion => ({
  field: fieldOf(field),
  order,
});

const sortText = ({ field, order }: SortKey): string => `${fieldOf(field)}:${order}`;

const isOff = (sent: Json | undefined): boolean => sent === false || sent === 'false' || sent === 0;

function isOther(sent: Json | undefined, value: Json): boolean {
  return sent != null && JSON.stringify(sent) !== JSON.stringify(value);
}
