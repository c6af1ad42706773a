import { collectionField, collectionId } from '../../domain/collections/collection-fields.ts';
import { list, named, text, type Field } from '../../domain/contract/fields.ts';
import { object, optional } from '../../domain/contract/object-fields.ts';
import { ruleList } from '../../domain/rules/rule-fields.ts';
import { settingsGroups } from '../../domain/settings/change-settings.ts';
import type { Draft } from '../../ports/configuration/drafts.ts';
import { limits } from '../../ports/limits.ts';
import { placementField } from './placement-parameters.ts';

const ids = (lengthMax: number, countMax: number, description: string) =>
  list(text({ lengthMax, notBlank: true }), { countMax, noun: 'ids', distinct: true, description });
const removed = 'Ids of those that are removed.';

/** A draft as sent and as stored. */
export const draftField: Field<Draft> = named(
  'Draft',
  object(
    {
      id: text({
        lengthMax: limits.resourceIdLengthMax,
        inPath: true,
        notBlank: true,
        description: 'The id in URLs.',
      }),
      name: optional(
        text({
          lengthMax: limits.resourceNameLengthMax,
          isName: true,
          description: 'The name that people read.',
        }),
      ),
      settings: optional(
        object(
          Object.fromEntries(
            Object.entries(settingsGroups).map(([group, { changes }]) => [
              group,
              optional(changes as Field<unknown>),
            ]),
          ),
          {
            description:
              'Changes of settings, as the operation that changes settings takes them: null resets a setting to its default.',
          },
        ),
      ),
      rules: optional(
        object({
          put: optional({
            ...ruleList,
            schema: { ...ruleList.schema, description: 'New ones stand after all others.' },
          }),
          remove: optional(ids(limits.ruleIdLengthMax, limits.rulesMax, removed)),
          order: optional(
            ids(
              limits.ruleIdLengthMax,
              limits.rulesMax,
              'The order of these rules among each other; other rules stay where they are.',
            ),
          ),
        }),
      ),
      collections: optional(
        object({
          put: optional(list(collectionField, { countMax: limits.draftPartsMax, noun: 'collections' })),
          remove: optional(
            list(collectionId, { countMax: limits.collectionsMax, noun: 'ids', distinct: true }),
          ),
        }),
      ),
      placements: optional(
        object({
          put: optional(list(placementField, { countMax: limits.placementsMax, noun: 'placements' })),
          remove: optional(ids(limits.resourceIdLengthMax, limits.placementsMax, removed)),
        }),
      ),
    },
    { description: 'Changes that are not live.', nullIsAbsent: true },
  ),
) as Field<Draft>;
