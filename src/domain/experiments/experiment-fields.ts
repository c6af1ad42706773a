import {
  experimentMetrics,
  experimentModes,
  type Experiment,
} from '../../ports/configuration/experiments.ts';
import { limits } from '../../ports/limits.ts';
import {
  defineChoice,
  nameField,
  defineNumber,
  defineText,
  defineTime,
  type Field,
} from '../contract/fields.ts';
import { defineObject, makeOptional } from '../contract/object-fields.ts';

const share = defineNumber({ min: 0, max: 1 });
export const shares = defineObject(
  { control: share, treatment: share },
  {
    description:
      'The shares of the visitors, together at most 1. The default is half each. Other visitors see the live configuration, and are not counted.',
  },
);
export const metric = defineChoice(experimentMetrics, {
  description:
    'What decides. `clickRate`: searches and lists with a click; `conversion` (default): visitors with a purchase; `revenue`: per visitor.',
});
export const minimumEffect = defineNumber({
  min: 0.001,
  max: 10,
  description: 'The relative change of the metric that it is to find. The default is 0.05.',
});

/** An experiment as sent. */
export const experimentField: Field<Experiment> = nameField(
  'Experiment',
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
      draft: defineText({
        lengthMax: limits.resourceIdLengthMax,
        description: 'Id of the draft that the treatment shows, as it is at the start.',
      }),
      mode: makeOptional(
        defineChoice(experimentModes, {
          description:
            '`split` (default): visitors see the live configuration or the draft. `interleaving`: searches show both orders in one list, which finds the better order with fewer visitors.',
        }),
      ),
      shares: makeOptional(shares),
      metric: makeOptional(metric),
      minimumEffect: makeOptional(minimumEffect),
      startedAt: makeOptional(
        defineTime({
          description:
            'When it began, if its past events are imported. The default is now. It is kept while it runs.',
        }),
      ),
    },
    { description: 'An experiment.', nullIsAbsent: true },
  ),
) as Field<Experiment>;
