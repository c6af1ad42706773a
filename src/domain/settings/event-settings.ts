import { limits } from '../../ports/limits.ts';
import { allowNull, defineNumber, defineText, type Field } from '../contract/fields.ts';
import { defineDictionary } from '../contract/object-fields.ts';
import { defineSettingsGroup } from './settings-group.ts';

const weight = defineNumber({
  min: -1,
  max: 10,
  description:
    'The weight of the type. 0 ignores it. A negative weight retracts the visitor’s earlier interactions with the item.',
});
const defineByType = <T>(each: Field<T>) =>
  defineDictionary(defineText({ lengthMax: limits.eventTypeLengthMax, notBlank: true }), each, {
    countMax: limits.eventWeightsMax,
    noun: 'types',
    description: 'Weight by event type.',
  });

export const eventSettings = defineSettingsGroup<{
  weights: Readonly<Record<string, number | null>>;
  otherWeight: number;
}>('EventSettings', {
  weights: { ...defineByType(allowNull(weight)), complete: defineByType(weight).schema },
  otherWeight: defineNumber({ min: 0, max: 10, description: 'Weight of all other types.' }),
});
