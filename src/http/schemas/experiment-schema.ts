import {
  defineComponent,
  defineListSchema,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import { experimentField } from '../../domain/experiments/experiment-fields.ts';
import { experimentMetrics } from '../../ports/configuration/experiments.ts';
import {
  describeBoolean,
  describeCount,
  describeNumber,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';

export const experimentMembers = {
  experiment: experimentField.schema,
  author: describeString('Who started it: `console`, or the name of the API key.'),
  startedAt: describeTimestamp(),
  endedAt: { ...addNullToSchema(describeTimestamp()), description: 'Null: it runs.' },
};

const bounds = defineComponent(
  'IntervalBounds',
  defineObjectSchema({ low: describeNumber(), high: describeNumber() }),
);
const interval = {
  ...addNullToSchema(bounds),
  description: 'The always-valid 95 % interval, or null with too few visitors.',
};
const optionalNumber = addNullToSchema(describeNumber());
const perArm = defineObjectSchema({ control: describeCount(), treatment: describeCount() });

const metricResult = defineComponent(
  'MetricResult',
  defineObjectSchema({
    metric: describeChoice(experimentMetrics),
    control: optionalNumber,
    treatment: optionalNumber,
    difference: optionalNumber,
    interval,
    lift: { ...optionalNumber, description: 'The difference as a share of the control.' },
    liftInterval: interval,
  }),
);
const sampleRatio = addNullToSchema(
  defineObjectSchema({ pValue: describeNumber(), isOff: describeBoolean() }),
);

export const experimentResults = describeReply('ExperimentResults', {
  at: describeTimestamp(),
  visitors: perArm,
  impressions: perArm,
  metrics: defineListSchema(metricResult, {
    description: 'The results by metric. Only experiments by `split` have them.',
  }),
  sampleRatio: {
    ...sampleRatio,
    description:
      'The check of the shares of visitors. `isOff` means that visitors are divided by other shares than planned, and that the results cannot be used. Only experiments by `split` have it.',
  },
  preference: {
    ...addNullToSchema(
      defineObjectSchema({
        searches: describeCount('The number of searches with a click that counts.'),
        preference: optionalNumber,
        interval,
      }),
    ),
    description:
      'The searches won by the treatment minus those won by the control, as a share from -1 to 1. Only experiments by `interleaving` have it.',
  },
  winner: describeChoice(['control', 'treatment', null], 'Null while the interval contains 0.'),
});

/** Without an experiment, all visitors see the elements of the script. */
export const frontReport = describeReply('FrontReport', {
  share: { ...describeNumber(), description: 'The setting `front.share`.' },
  startedAt: {
    ...addNullToSchema(describeTimestamp()),
    description:
      'Since when it has this value: visitors count from then on. It is null without an experiment.',
  },
  results: {
    ...addNullToSchema(
      defineObjectSchema({
        at: describeTimestamp(),
        visitors: perArm,
        metrics: defineListSchema(metricResult, { description: '`conversion` and `revenue`.' }),
        sampleRatio: {
          ...sampleRatio,
          description:
            '`isOff` means that visitors are divided by another share, and that the results cannot be used.',
        },
        winner: describeChoice(
          ['control', 'treatment', null],
          'By conversion. Null while the interval contains 0.',
        ),
      }),
    ),
    description:
      'Visitors with the elements of the script (`treatment`) and without them (`control`). It is null without an experiment.',
  },
});

export const experimentPlan = describeReply('ExperimentPlan', {
  visitorsPerDay: describeNumber(),
  mean: { ...optionalNumber, description: 'The metric of all visitors.' },
  daysNeeded: {
    ...addNullToSchema(describeCount()),
    description:
      'The days until `minimumEffect` is found with a probability of 85 %. Null means more than a year, or no visitors.',
  },
  effectIn14Days: { ...optionalNumber, description: 'The relative effect that 14 days find.' },
  effectIn28Days: optionalNumber,
});
