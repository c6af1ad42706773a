import { configurationKinds, type ConfigurationChange } from '../../ports/configuration/configuration.ts';
import { limits } from '../../ports/limits.ts';
import type { VersionSummary } from '../../ports/configuration/versions.ts';
import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
  type Schema,
} from '../../domain/contract/schema.ts';
import { findDifferences, type Difference } from '../../domain/configuration/differences.ts';
import {
  describeCount,
  describeChoice,
  describeReply,
  describeString,
  describeTimestamp,
} from './schemas.ts';
import { task } from './task-schema.ts';

const anyJson: Schema = defineComponent('ConfigurationState', {
  additionalProperties: true,
  items: { additionalProperties: true },
  description: 'Any JSON value, as in the operations of its kind. Null means that it did not exist.',
});
const partMembers = {
  kind: describeChoice(configurationKinds),
  id: describeString(
    'The id of the changed resource. A setting has its group and name, such as `search.synonyms`; `ruleOrder` has `all`.',
  ),
};

export const configurationPart = defineComponent('ConfigurationPart', defineObjectSchema(partMembers));

const difference = defineComponent(
  'Difference',
  defineObjectSchema({
    path: describeString(
      'The path below the part, such as `when.query` or `pin[0].position`. An empty path means the whole part.',
    ),
    before: anyJson,
    after: anyJson,
  }),
);

export const configurationChange = defineComponent(
  'ConfigurationChange',
  defineObjectSchema({
    ...partMembers,
    before: anyJson,
    after: anyJson,
    follows: makeSchemaOptional(
      addNullToSchema(describeString('The rule before a removed rule, or null if it was the first.')),
    ),
    differences: defineListSchema(difference, {
      description: `What differs between the two, at most ${limits.differencesMax} entries.`,
    }),
    differencesOmitted: describeCount('Number of further differences.'),
  }),
);

/** Members of a version in lists. */
export const versionMembers = {
  number: describeCount('Ascending over all kinds of changes.'),
  at: describeTimestamp(),
  author: describeString('`console`, or the name of the API key.'),
  message: addNullToSchema(describeString()),
  parts: defineListSchema(configurationPart, { description: 'What it changed.' }),
  proof: { ...anyJson, description: 'What a replay found before it was published, or null if none was run.' },
};

export const versionSummary = defineComponent('VersionSummary', defineObjectSchema(versionMembers));

/** The reply of a change of the whole configuration. */
export const configurationUpdateReply = describeReply('ConfigurationUpdateReply', {
  version: addNullToSchema(versionSummary),
  task: addNullToSchema({ ...task, description: 'The reindexing task; null if the change is active.' }),
});

export function describeVersion({ number, at, author, message, parts, proof }: VersionSummary) {
  return { number, at, author, message, parts, proof };
}

/** Describes a change for people, with its differences. */
export function describeChange(change: ConfigurationChange) {
  const { kind, id, before, after, follows } = change;
  const all: readonly Difference[] = findDifferences(before, after);
  return {
    kind,
    id,
    before,
    after,
    ...(follows === undefined ? {} : { follows }),
    differences: all.slice(0, limits.differencesMax),
    differencesOmitted: Math.max(0, all.length - limits.differencesMax),
  };
}
