import { collectionField, collectionId } from '../../domain/collections/collection-fields.ts';
import { defineList, nameField, defineText, type Field } from '../../domain/contract/fields.ts';
import { defineObject, makeOptional } from '../../domain/contract/object-fields.ts';
import { ruleList } from '../../domain/rules/rule-fields.ts';
import { settingsGroups } from '../../domain/settings/change-settings.ts';
import type { Draft } from '../../ports/configuration/drafts.ts';
import { limits } from '../../ports/limits.ts';
import { placementField } from './placement-parameters.ts';

const defineIds = (lengthMax: number, countMax: number, description: string) =>
  defineList(defineText({ lengthMax, notBlank: true }), {
    countMax,
    noun: 'ids',
    distinct: true,
    description,
  });
const removed = 'Ids of those that are removed.';

/** A draft as sent and as stored. */
export const draftField: Field<Draft> = nameField(
  'Draft',
  defineObject(
    {
      id: defineText({
        lengthMax: limits.resourceIdLengthMax,
        inPath: true,
        notBlank: true,
        description: 'The id in URLs.',
      }),
      name: makeOptional(
        defineText({
          lengthMax: limits.resourceNameLengthMax,
          isName: true,
          description: 'The name that people read.',
        }),
      ),
      settings: makeOptional(
        defineObject(
          Object.fromEntries(
            Object.entries(settingsGroups).map(([group, { changes }]) => [
              group,
              makeOptional(changes as Field<unknown>),
            ]),
          ),
          {
            description:
              'Changes of settings, as the operation that changes settings takes them: null resets a setting to its default.',
          },
        ),
      ),
      rules: makeOptional(
        defineObject({
          put: makeOptional({
            ...ruleList,
            schema: { ...ruleList.schema, description: 'New ones stand after all others.' },
          }),
          remove: makeOptional(defineIds(limits.ruleIdLengthMax, limits.rulesMax, removed)),
          order: makeOptional(
            defineIds(
              limits.ruleIdLengthMax,
              limits.rulesMax,
              'The order of these rules among each other; other rules stay where they are.',
            ),
          ),
        }),
      ),
      collections: makeOptional(
        defineObject({
          put: makeOptional(
            defineList(collectionField, { countMax: limits.draftPartsMax, noun: 'collections' }),
          ),
          remove: makeOptional(
            defineList(collectionId, { countMax: limits.collectionsMax, noun: 'ids', distinct: true }),
          ),
        }),
      ),
      placements: makeOptional(
        defineObject({
          put: makeOptional(
            defineList(placementField, { countMax: limits.placementsMax, noun: 'placements' }),
          ),
          remove: makeOptional(defineIds(limits.resourceIdLengthMax, limits.placementsMax, removed)),
        }),
      ),
    },
    { description: 'Changes that are not live.', nullIsAbsent: true },
  ),
) as Field<Draft>;
