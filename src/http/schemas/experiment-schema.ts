import { component, listSchema, objectSchema, orNull } from '../../domain/contract/schema.ts';
import { experimentField } from '../../domain/experiments/experiment-fields.ts';
import { experimentMetrics } from '../../ports/configuration/experiments.ts';
import { boolean, count, number, oneOf, reply, string, timestamp } from './schemas.ts';

export const experimentMembers = {
  experiment: experimentField.schema,
  author: string('Who started it: `console`, or the name of the API key.'),
  startedAt: timestamp(),
  endedAt: { ...orNull(timestamp()), description: 'Null: it runs.' },
};

const bounds = component('IntervalBounds', objectSchema({ low: number(), high: number() }));
const interval = {
  ...orNull(bounds),
  description: 'The always-valid 95 % interval, or null with too few visitors.',
};
const optionalNumber = orNull(number());
const perArm = objectSchema({ control: count(), treatment: count() });

export const experimentResults = reply('ExperimentResults', {
  at: timestamp(),
  visitors: perArm,
  impressions: perArm,
  metrics: listSchema(
    component(
      'MetricResult',
      objectSchema({
        metric: oneOf(experimentMetrics),
        control: optionalNumber,
        treatment: optionalNumber,
        difference: optionalNumber,
        interval,
        lift: { ...optionalNumber, description: 'The difference as a share of the control.' },
        liftInterval: interval,
      }),
    ),
    { description: 'The results by metric. Only experiments by `split` have them.' },
  ),
  sampleRatio: {
    ...orNull(objectSchema({ pValue: number(), isOff: boolean() })),
    description:
      'The check of the shares of visitors. `isOff` means that visitors are divided by other shares than planned, and that the results cannot be used. Only experiments by `split` have it.',
  },
  preference: {
    ...orNull(
      objectSchema({
        searches: count('The number of searches with a click that counts.'),
        preference: optionalNumber,
        interval,
      }),
    ),
    description:
      'The searches won by the treatment minus those won by the control, as a share from -1 to 1. Only experiments by `interleaving` have it.',
  },
  winner: oneOf(['control', 'treatment', null], 'Null while the interval contains 0.'),
});

export const experimentPlan = reply('ExperimentPlan', {
  visitorsPerDay: number(),
  mean: { ...optionalNumber, description: 'The metric of all visitors.' },
  daysNeeded: {
    ...orNull(count()),
    description:
      'The days until `minimumEffect` is found with a probability of 85 %. Null means more than a year, or no visitors.',
  },
  effectIn14Days: { ...optionalNumber, description: 'The relative effect that 14 days find.' },
  effectIn28Days: optionalNumber,
});
