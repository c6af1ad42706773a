import type { InputError } from '../../ports/errors.ts';
import { impressionItemsMax, type Impression } from '../../ports/recommendations/impression-log.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import {
  Fault,
  createFault,
  defineFlag,
  defineList,
  defineNumber,
  defineText,
  defineTime,
  type FieldOutput,
} from '../contract/fields.ts';
import { isObject, defineObject, makeOptional } from '../contract/object-fields.ts';
import { defineComponent, defineObjectSchema } from '../contract/schema.ts';
import { eventSchema, readEvent, type EventInput } from '../events/event-input.ts';
import { normaliseQuery } from '../feedback/query-settling.ts';
import { createImpression, type Viewer } from '../feedback/shown-impression.ts';

/** A line of a history: an impression or an event. */
export type HistoryLine =
  | { readonly kind: 'event'; readonly event: EventInput }
  | {
      readonly kind: 'impression';
      readonly impression: Impression;
      /** The spelling that was searched; null for lists and photos. */
      readonly searchedQuery: string | null;
      /** Whether the results had all words of the query. */
      readonly isFound: boolean;
    };

const defineId = (description: string, lengthMax: number = limits.itemIdLengthMax) =>
  defineText({ lengthMax, numbers: true, description });
const defineName = (description: string) => makeOptional(defineId(description));
const defineItemIds = (description: string, countMax: number) =>
  defineList(defineId('The shop’s id.'), { countMax, noun: 'items', description });

const shownFields = {
  id: defineId('The id that events name, unique in the project.'),
  at: defineTime({ description: 'ISO 8601, in UTC without a zone, or seconds or milliseconds since 1970.' }),
  user: makeOptional(defineId('Customer id.', limits.userIdLengthMax)),
  session: makeOptional(defineId('Session id.', limits.userIdLengthMax)),
  items: defineItemIds(
    `The items that were shown, best first; those after the ${impressionItemsMax}th are ignored.`,
    limits.searchLimitMax,
  ),
  filters: makeOptional(
    defineList(defineText({ lengthMax: limits.filterLengthMax }), {
      countMax: limits.historyNamesMax,
      noun: 'conditions',
      description: 'The conditions of its filter.',
    }),
  ),
  rules: makeOptional(
    defineList(defineId('', limits.ruleIdLengthMax), {
      countMax: limits.historyNamesMax,
      noun: 'rules',
      description: 'Ids of the rules that acted.',
    }),
  ),
  device: defineName('`phone`, `tablet`, `desktop`, or a name of your own.'),
  country: defineName('ISO 3166.'),
  assignments: makeOptional(
    defineList(defineId(''), {
      countMax: limits.historyNamesMax,
      noun: 'assignments',
      description: 'Arms of experiments, as `experiment:arm`.',
    }),
  ),
};
const searchFields = defineObject(
  {
    ...shownFields,
    query: makeOptional(
      defineText({
        lengthMin: 0,
        lengthMax: limits.queryLengthMax,
        description: 'The query as typed. An empty one means that the visitor browses.',
      }),
    ),
    correctedQuery: makeOptional(
      defineText({
        lengthMax: limits.queryLengthMax,
        description: 'The spelling that was searched instead.',
      }),
    ),
    photo: makeOptional(defineFlag({ description: 'Whether it was a search by photo.' })),
    total: makeOptional(
      defineNumber({
        whole: true,
        min: 0,
        max: 1e9,
        description: 'The number of matches. The default is the number of items.',
      }),
    ),
    offset: makeOptional(
      defineNumber({
        whole: true,
        min: 0,
        max: limits.searchWindowMax,
        description: 'Position before the first item.',
      }),
    ),
    sorted: makeOptional(defineFlag({ description: 'Whether the shopper chose an order.' })),
    collection: defineName('Id of the collection.'),
  },
  { nullIsAbsent: true },
);
const listFields = defineObject(
  {
    ...shownFields,
    list: makeOptional(defineId('`user`, `together`, `trending` or `similar`.')),
    placement: defineName('Id of the placement.'),
    about: makeOptional(defineItemIds('The items of the page or cart.', limits.contextItemsMax)),
    category: defineName('The category of the page.'),
  },
  { nullIsAbsent: true },
);

/** The schema of a line. */
export const historyLineSchema = defineComponent('HistoryLine', {
  oneOf: [
    defineObjectSchema({ search: defineComponent('PastSearch', searchFields.schema) }),
    defineObjectSchema({ list: defineComponent('PastList', listFields.schema) }),
    defineObjectSchema({ event: eventSchema }),
  ],
  description: 'A search or a list that was shown, or an event with `at`.',
});
const kinds = ['search', 'list', 'event'] as const;

/**
 * Reads a line. `shiftMs` is added to its time, which must not be more than a day after `now`. For an invalid line, adds to
 * `errors` and returns null.
 */
export function readHistoryLine(
  value: Json,
  { path, now, shiftMs }: { readonly path: string; readonly now: number; readonly shiftMs: number },
  errors: InputError[],
): HistoryLine | null {
  const sentKinds = isObject(value) ? kinds.filter((kind) => Object.hasOwn(value, kind)) : [];
  const [kind] = sentKinds;
  if (!isObject(value) || kind === undefined || sentKinds.length > 1 || Object.keys(value).length > 1) {
    errors.push(...createFault(path, 'format', 'an object with one member: search, list or event').errors);
    return null;
  }
  const members = value[kind] as Json;
  const at = readTime(members, `${path}.${kind}`, { now, shiftMs });
  if (at instanceof Fault) {
    errors.push(...at.errors);
    return null;
  }
  const membersWithTime = { ...(members as Record<string, Json>), at };
  if (kind === 'event') {
    const event = readEvent(membersWithTime, `${path}.event`, now, errors);
    return event === null ? null : { kind, event };
  }
  const shown = (kind === 'search' ? searchFields : listFields).read(membersWithTime, `${path}.${kind}`);
  if (shown instanceof Fault) {
    errors.push(...shown.errors);
    return null;
  }
  return kind === 'search' ? convertSearch(shown as PastSearch) : convertList(shown as PastList);
}

type PastSearch = FieldOutput<typeof searchFields>;
type PastList = FieldOutput<typeof listFields>;

function readTime(
  value: Json,
  path: string,
  { now, shiftMs }: { readonly now: number; readonly shiftMs: number },
): number | Fault {
  if (!isObject(value)) return createFault(path, 'type', 'an object');
  if (value['at'] === undefined || value['at'] === null)
    return createFault(`${path}.at`, 'required', 'a time');
  const at = shownFields.at.read(value['at'], `${path}.at`);
  if (at instanceof Fault) return at;
  const shifted = Math.round(at + shiftMs);
  return shifted >= 0 && shifted <= now + limits.eventAheadMsMax
    ? shifted
    : createFault(`${path}.at`, 'out_of_range', 'a time from 1970 to one day ahead');
}

function convertSearch(search: PastSearch): HistoryLine {
  const { query = '', correctedQuery = query, photo = false, total = search.items.length } = search;
  const kind = photo ? 'photo' : query.trim() === '' ? 'browse' : 'search';
  return {
    kind: 'impression',
    impression: createImpression(readViewer(search), {
      ...collectCommonMembers(search),
      kind,
      query,
      total,
      offset: search.offset ?? 0,
      isSorted: search.sorted ?? false,
      collection: search.collection ?? null,
    }),
    searchedQuery: kind === 'search' ? normaliseQuery(correctedQuery) : null,
    isFound: total > 0,
  };
}

function convertList(list: PastList): HistoryLine {
  return {
    kind: 'impression',
    impression: createImpression(readViewer(list), {
      ...collectCommonMembers(list),
      kind: 'list',
      list: list.list ?? null,
      placement: list.placement ?? null,
      about: list.about ?? [],
      category: list.category ?? null,
    }),
    searchedQuery: null,
    isFound: true,
  };
}

function collectCommonMembers({
  id,
  at,
  items,
  filters = [],
  rules = [],
  assignments = [],
}: PastSearch | PastList) {
  return { id, at, items, filters, rules, assignments };
}

function readViewer(impression: PastSearch | PastList): Viewer {
  return {
    user: impression.user ?? null,
    session: impression.session ?? null,
    device: impression.device ?? null,
    country: impression.country ?? null,
  };
}
