import { limits } from '../../ports/limits.ts';
import { nullable, number, text, type Field } from '../contract/fields.ts';
import { dictionary } from '../contract/object-fields.ts';
import { settingsGroup } from './settings-group.ts';

const weight = number({
  min: -1,
  max: 10,
  description:
    'The weight of the type. 0 ignores it. A negative weight retracts the visitor’s earlier interactions with the item.',
});
const byType = <T>(each: Field<T>) =>
  dictionary(text({ lengthMax: limits.eventTypeLengthMax, notBlank: true }), each, {
    countMax: limits.eventWeightsMax,
    noun: 'types',
    description: 'Weight by event type.',
  });

export const eventSettings = settingsGroup<{
  weights: Readonly<Record<string, number | null>>;
  otherWeight: number;
}>('EventSettings', {
  weights: { ...byType(nullable(weight)), complete: byType(weight).schema },
  otherWeight: number({ min: 0, max: 10, description: 'Weight of all other types.' }),
});
