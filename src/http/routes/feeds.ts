import {
  feedField,
  createFeed,
  feedTerms,
  hideCredentials,
  feedMembers,
} from '../../domain/feeds/feed-fields.ts';
import { discoverFeed } from '../../domain/feeds/discovered-feed.ts';
import { forgetFeedItems } from '../../domain/feeds/feed-items.ts';
import { createRunTask } from '../../domain/feeds/feed-run.ts';
import { shopPlatforms } from '../../domain/shops/shop-platforms.ts';
import { forgetPageStates } from '../../domain/shops/page-states.ts';
import type { FeedRunner } from '../../domain/feeds/feed-runner.ts';
import { computeDueTime } from '../../domain/feeds/feed-schedule.ts';
import { putResource } from '../../domain/resources/change-resource.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Clock } from '../../lib/clock.ts';
import { importFormats } from '../../domain/catalog/import-files/file-findings.ts';
import { feedSourceNames, type Feed } from '../../ports/catalog/feeds.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Versioned } from '../../ports/configuration/resources.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { createJsonReply } from '../replies/reply.ts';
import { defineRequiredTextParameter } from '../requests/parameters.ts';
import { projectInPath, settingsAccess as access } from './common.ts';
import { createResourceOperations } from './resource-operations.ts';
import {
  defineComponent,
  defineListSchema,
  makeSchemaOptional,
  defineObjectSchema,
  addNullToSchema,
} from '../../domain/contract/schema.ts';
import { collectMemberSchemas } from '../../domain/contract/object-fields.ts';
import {
  describeCount,
  describeChoice,
  describeNumber,
  describeReply,
  describeString,
  describeTimestamp,
} from '../schemas/schemas.ts';
import { task } from '../schemas/task-schema.ts';

const credentials = defineObjectSchema(
  {
    kind: describeChoice(['basic', 'header']),
    user: makeSchemaOptional(describeString()),
    name: makeSchemaOptional(describeString()),
  },
  { description: 'The credentials without the password or value.' },
);
const storedMembers = {
  feed: defineComponent(
    'StoredFeed',
    defineObjectSchema(
      { ...collectMemberSchemas(feedMembers), credentials: addNullToSchema(credentials) },
      { description: 'A feed as it is stored.' },
    ),
  ),
  version: describeCount('Each change of a feed gives it a new version, which no other state has.'),
  changedAt: describeTimestamp(),
  lastRun: addNullToSchema(
    defineObjectSchema(
      { task: describeString('`GET /api/tasks/{id}` has its progress.'), startedAt: describeTimestamp() },
      { description: 'The newest run, or null before the first one.' },
    ),
  ),
  nextRunAt: addNullToSchema(describeTimestamp('Null: only when asked.')),
};
const feedReply = describeReply('FeedReply', storedMembers);
const feedsReply = describeReply('FeedsReply', {
  feeds: defineListSchema(defineComponent('FeedWithRun', defineObjectSchema(storedMembers)), {
    description: 'By id.',
  }),
});
const feedRunReply = describeReply('FeedRunReply', { task });

const fieldShares = defineListSchema(
  defineObjectSchema({
    name: describeString(),
    share: describeNumber('Share of the items read that have it, 0 to 1.'),
    example: describeString('One of its values as a short text.'),
  }),
  { description: 'The fields of the items, those of most items first.' },
);
const discoveryReply = describeReply('FeedDiscoveryReply', {
  platform: describeChoice(shopPlatforms, 'What the shop runs on.'),
  feed: addNullToSchema(
    defineComponent(
      'ProposedFeed',
      defineObjectSchema(
        {
          name: describeString(),
          source: describeChoice(feedSourceNames),
          url: describeString(),
          format: makeSchemaOptional(describeChoice(importFormats)),
          absent: describeChoice(['deactivate']),
        },
        {
          description:
            'The feed to put, without `id` and `schedule`. Null if nothing was found that can be read.',
        },
      ),
    ),
  ),
  items: defineListSchema<Json>(
    { type: 'object', additionalProperties: true },
    { maxItems: limits.discoverItemsMax, description: 'Items as they would be imported.' },
  ),
  fields: fieldShares,
  missing: defineListSchema(
    defineObjectSchema({
      field: addNullToSchema(describeString('A field of items, or null.')),
      code: describeString('`missing`, `interface_blocked` or `several_languages`, for example.'),
      text: describeString('For people.'),
    }),
    { description: 'What the shop does not give, and what is to be known of it.' },
  ),
});

const tag = 'Settings';
const path = '/api/projects/{project}/feeds';
const onePath = `${path}/{feed}`;
const pathParameters = { ...projectInPath, feed: { description: 'Feed id.', component: 'FeedInPath' } };

const operations = createResourceOperations({
  terms: feedTerms,
  store: ({ feeds }) => feeds,
  id: pathParameters.feed,
  replies: { one: feedReply, list: feedsReply },
  members: describeFeed,
  list: {
    description: `Files of products at addresses, at most ${limits.feedsMax}, without their secrets.`,
    // An address may contain a secret.
    role: 'editor',
  },
  get: { role: 'editor' },
  delete: {
    description: 'Its items stay.',
    onRemoved: async (project, feed) => {
      await project.feedStates.change(feed, () => null);
      await forgetFeedItems(project.files, feed);
      await forgetPageStates(project.files, feed);
    },
  },
});

/** The feeds of a project: files of products at addresses, read on a schedule. */
export function createFeedOperations({
  feeds,
  clock,
  stopping,
}: {
  feeds: FeedRunner;
  clock: Clock;
  stopping: AbortSignal;
}): Operation[] {
  let discoveries = 0;
  return [
    operations.list,
    operations.get,
    operations.put({
      field: feedField,
      description:
        'Absent members get their defaults. Absent `credentials` stay, unless the host of the address changes.',
      put: ({ project }, sent, id, options) => {
        const merge = (current: Feed | null): Feed => createFeed(sent, current, id, feeds.source);
        const feed = merge(project.feeds.current().get(id)?.value ?? null);
        return putResource(project.feeds, feed, options, feedTerms, () => undefined, merge);
      },
    }),
    defineOperation({
      id: 'runFeed',
      method: 'POST',
      path: `${onePath}/run`,
      tag,
      summary: 'Read a feed now',
      description: 'Replies when the run has begun; poll its task for the progress.',
      access,
      pathParameters,
      status: 202,
      reply: feedRunReply,
      errors: ['feed_not_found', 'feed_running'],
      handle: async ({ project, path: { feed = '' } }) => {
        const id = await feeds.runNow(project, feed);
        const startedAt = project.feedStates.current().get(feed)?.value.startedAt ?? 0;
        return createJsonReply(202, { task: createRunTask(project.id, { task: id, startedAt }) });
      },
    }),
    defineOperation({
      id: 'discoverFeed',
      method: 'POST',
      path: `${path}/discover`,
      tag,
      summary: 'Find out how the catalog of a shop can be read',
      description:
        'By the public interface of Shopify or WooCommerce, a product feed, or the pages of its sitemap. Replies within 20 seconds with what is known by then. Stores nothing.',
      access,
      pathParameters: projectInPath,
      body: {
        url: defineRequiredTextParameter({
          description:
            'The address of the shop, such as `https://shop.example`. The hosts are those of feeds.',
          lengthMax: limits.feedUrlLengthMax,
          example: 'https://shop.example',
        }),
      },
      status: 200,
      reply: discoveryReply,
      errors: ['shop_unreachable', 'overloaded'],
      handle: async ({ project, body: { url }, slices }) => {
        if (discoveries >= limits.discoveriesMax)
          throw new VitrineError('overloaded', `${discoveries} shops are being looked at: try again soon`, {
            retryAfterSeconds: 20,
          });
        discoveries++;
        try {
          const options = { shops: feeds.shops, slices, now: clock.now(), signal: stopping };
          return createJsonReply(200, await discoverFeed(project, url, options));
        } finally {
          discoveries--;
        }
      },
    }),
    operations.delete,
  ];
}

function describeFeed(project: ProjectEngine, { value, version, changedAt }: Versioned<Feed>) {
  const state = project.feedStates.current().get(value.id)?.value ?? null;
  return {
    feed: hideCredentials(value),
    version,
    changedAt,
    lastRun: state === null ? null : { task: state.task, startedAt: state.startedAt },
    nextRunAt: computeDueTime(value, state?.startedAt ?? null, changedAt),
  };
}
