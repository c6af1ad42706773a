import { hash } from 'node:crypto';
import type { ServedView } from '../../../ports/engine.ts';
import type { ListAdjustments } from '../../../ports/search/list-adjustments.ts';
import type { TextQuery } from '../../../ports/search/text.ts';
import { isPrivate } from '../../access/restrictions.ts';
import { dayMs, toDay } from '../../../lib/days.ts';
import { listConditionTexts } from '../../query/condition-texts.ts';
import type { QueryOptions } from './query-plan.ts';

/** Items are new for this time. */
const newDays = 30;
/** A new item is tried out at one of these positions: it is seen, and takes none of the first places. */
const exploredFrom = 8;
const exploredPositions = 5;

/**
 * The query with the order learned from clicks and the preferences of the visitor. `requestedQuery` names the list. With a
 * sort, unchanged. Preferences for private fields are left out, as the order must not reveal them.
 */
export async function withAdjustments(
  { settings, visitorPreferences }: Pick<ServedView, 'settings' | 'visitorPreferences'>,
  query: TextQuery,
  requestedQuery: Pick<TextQuery, 'text' | 'filter' | 'offset'>,
  {
    visitor,
    personalize,
    collection,
    now,
  }: Pick<QueryOptions, 'visitor' | 'personalize' | 'collection' | 'now'>,
): Promise<TextQuery> {
  const { learning, personalization } = settings.effective().search;
  if (query.sort.length > 0) return query;
  const person = 'segment' in visitor || (visitor.user ?? visitor.session) === null ? null : visitor;
  const isPersonal = personalize && person !== null && personalization.max > 0;
  if (learning.max === 0 && !isPersonal) return query;
  const { privateFields = [] } = query;
  const preferences = isPersonal ? await visitorPreferences.of(person, requestedQuery.offset === 0) : null;
  const adjustments: ListAdjustments = {
    list: {
      query: requestedQuery.text,
      filters: listConditionTexts(requestedQuery.filter),
      collection: collection?.id ?? null,
    },
    learningMax: learning.max,
    preferences:
      preferences === null
        ? null
        : {
            max: personalization.max,
            viewed: preferences.viewed,
            values: preferences.values.filter(({ field }) => !isPrivate({ privateFields }, field)),
          },
    exploration:
      learning.max === 0 || person === null
        ? null
        : drawExploration(
            `${person.user ?? ''}\0${person.session ?? ''}`,
            requestedQuery.text,
            learning.exploration,
            now,
          ),
  };
  return { ...query, adjustments };
}

/** Chooses exploration for a share of lists, by visitor, query and day. */
function drawExploration(
  visitor: string,
  query: string,
  share: number,
  now: number,
): ListAdjustments['exploration'] {
  if (share === 0) return null;
  const day = toDay(now);
  const draw = hash('sha1', `${visitor}\0${query}\0${day}`, 'buffer');
  if (draw.readUInt32LE(0) / 2 ** 32 >= share) return null;
  const position = exploredFrom + (draw.readUInt32LE(4) % exploredPositions);
  return { position, since: (day - newDays) * dayMs };
}
