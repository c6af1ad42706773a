import {
  experimentMetrics,
  experimentModes,
  type Experiment,
} from '../../ports/configuration/experiments.ts';
import { limits } from '../../ports/limits.ts';
import { choice, named, number, text, time, type Field } from '../contract/fields.ts';
import { object, optional } from '../contract/object-fields.ts';

const share = number({ min: 0, max: 1 });
export const shares = object(
  { control: share, treatment: share },
  {
    description:
      'The shares of the visitors, together at most 1. The default is half each. Other visitors see the live configuration, and are not counted.',
  },
);
export const metric = choice(experimentMetrics, {
  description:
    'What decides. `clickRate`: searches and lists with a click; `conversion` (default): visitors with a purchase; `revenue`: per visitor.',
});
export const minimumEffect = number({
  min: 0.001,
  max: 10,
  description: 'The relative change of the metric that it is to find. The default is 0.05.',
});

/** An experiment as sent. */
export const experimentField: Field<Experiment> = named(
  'Experiment',
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
      draft: text({
        lengthMax: limits.resourceIdLengthMax,
        description: 'Id of the draft that the treatment shows, as it is at the start.',
      }),
      mode: optional(
        choice(experimentModes, {
          description:
            '`split` (default): visitors see the live configuration or the draft. `interleaving`: searches show both orders in one list, which finds the better order with fewer visitors.',
        }),
      ),
      shares: optional(shares),
      metric: optional(metric),
      minimumEffect: optional(minimumEffect),
      startedAt: optional(
        time({
          description:
            'When it began, if its past events are imported. The default is now. It is kept while it runs.',
        }),
      ),
    },
    { description: 'An experiment.', nullIsAbsent: true },
  ),
) as Field<Experiment>;
