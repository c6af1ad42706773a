import { feedField, createFeed, feedTerms, shownFeed, feedMembers } from '../../domain/feeds/feed-fields.ts';
import { forgetFeedItems } from '../../domain/feeds/feed-items.ts';
import { startedRun } from '../../domain/feeds/feed-run.ts';
import type { FeedRunner } from '../../domain/feeds/feed-runner.ts';
import { dueAt } from '../../domain/feeds/feed-schedule.ts';
import { putResource, removeResource, findResource } from '../../domain/resources/change-resource.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { Feed } from '../../ports/feeds.ts';
import { limits } from '../../ports/limits.ts';
import type { Versioned } from '../../ports/resources.ts';
import { authorshipOf } from '../author.ts';
import { operation, type Operation } from '../operation.ts';
import { required } from '../parameters.ts';
import { json } from '../reply.ts';
import { ifMatch, ifMatchHeader, projectInPath, settingsAccess as access } from './common.ts';
import { component, listSchema, maybe, objectSchema, orNull } from '../../domain/contract/schema.ts';
import { memberSchemas } from '../../domain/contract/object-fields.ts';
import { count, oneOf, reply, string, timestamp } from '../schemas.ts';
import { task } from '../task-schema.ts';

const credentials = objectSchema(
  { kind: oneOf(['basic', 'header']), user: maybe(string()), name: maybe(string()) },
  { description: 'Without the password or value.' },
);
const stored = {
  feed: component(
    'StoredFeed',
    objectSchema(
      { ...memberSchemas(feedMembers), credentials: orNull(credentials) },
      { description: 'A feed as it is stored.' },
    ),
  ),
  version: count('Each change of a feed gives it a new version, which no other state has.'),
  changedAt: timestamp(),
  lastRun: orNull(
    objectSchema(
      { task: string('`GET /api/tasks/{id}` has its progress.'), startedAt: timestamp() },
      { description: 'The newest run; null: none yet.' },
    ),
  ),
  nextRunAt: orNull(timestamp('Null: only when asked.')),
};
const feedReply = reply('FeedReply', stored);
const feedsReply = reply('FeedsReply', {
  feeds: listSchema(component('FeedWithRun', objectSchema(stored)), { description: 'By id.' }),
});
const feedRunReply = reply('FeedRunReply', { task });

const tag = 'Settings';
const path = '/api/projects/{project}/feeds';
const onePath = `${path}/{feed}`;
const pathParameters = { ...projectInPath, feed: { description: 'Feed id.', component: 'FeedInPath' } };
const version = (header: string | undefined): number | null => ifMatch(header, 'the `version` of the feed');

/** The feeds of a project: files of products at addresses, read on a schedule. */
export function feedOperations({ feeds }: { feeds: FeedRunner }): Operation[] {
  return [
    operation({
      id: 'getFeeds',
      method: 'GET',
      path,
      tag,
      summary: 'List feeds',
      description: `Files of products at addresses, at most ${limits.feedsMax}, without their secrets.`,
      access,
      // An address may contain a secret.
      role: 'editor',
      pathParameters: projectInPath,
      status: 200,
      reply: feedsReply,
      handle: ({ project }) => {
        const stored = [...project.feeds.current().values()].sort((a, b) =>
          a.value.id < b.value.id ? -1 : 1,
        );
        return json(200, { feeds: stored.map((feed) => shownMembers(project, feed)) });
      },
    }),
    operation({
      id: 'getFeed',
      method: 'GET',
      path: onePath,
      tag,
      summary: 'Get a feed',
      access,
      // An address may contain a secret.
      role: 'editor',
      pathParameters,
      status: 200,
      reply: feedReply,
      errors: ['feed_not_found'],
      handle: ({ project, path: { feed = '' } }) => {
        const stored = findResource(project.feeds, feed, feedTerms);
        return json(200, shownMembers(project, stored), { etag: `"${stored.version}"` });
      },
    }),
    operation({
      id: 'putFeed',
      method: 'PUT',
      path: onePath,
      tag,
      summary: 'Create or replace a feed',
      description:
        'Absent members get their defaults. Absent `credentials` stay, unless the host of the address changes.',
      access,
      pathParameters,
      headers: [ifMatchHeader],
      body: { feed: required({ description: 'The whole feed.' }, feedField) },
      status: 200,
      reply: feedReply,
      errors: ['feed_changed'],
      handle: async ({ project, path: { feed: id = '' }, body, request, key }) => {
        const merged = (replaced: Feed | null): Feed => createFeed(body.feed, replaced, id, feeds.source);
        const first = merged(project.feeds.current().get(id)?.value ?? null);
        const options = { ifVersion: version(request.headers['if-match']), by: authorshipOf(key) };
        const stored = await putResource(project.feeds, first, options, feedTerms, () => undefined, merged);
        return json(200, shownMembers(project, stored), { etag: `"${stored.version}"` });
      },
    }),
    operation({
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
        return json(202, { task: startedRun(project.id, { task: id, startedAt }) });
      },
    }),
    operation({
      id: 'deleteFeed',
      method: 'DELETE',
      path: onePath,
      tag,
      summary: 'Delete a feed',
      description: 'Its items stay.',
      access,
      pathParameters,
      headers: [ifMatchHeader],
      status: 200,
      reply: feedReply,
      errors: ['feed_not_found', 'feed_changed'],
      handle: async ({ project, request, path: { feed = '' }, key }) => {
        const options = { ifVersion: version(request.headers['if-match']), by: authorshipOf(key) };
        const removed = await removeResource(project.feeds, feed, options, feedTerms);
        const reply = shownMembers(project, removed);
        await project.feedStates.change(feed, () => null);
        await forgetFeedItems(project.files, feed);
        return json(200, reply);
      },
    }),
  ];
}

function shownMembers(project: ProjectEngine, { value, version: ofFeed, changedAt }: Versioned<Feed>) {
  const state = project.feedStates.current().get(value.id)?.value ?? null;
  return {
    feed: shownFeed(value),
    version: ofFeed,
    changedAt,
    lastRun: state === null ? null : { task: state.task, startedAt: state.startedAt },
    nextRunAt: dueAt(value, state?.startedAt ?? null, changedAt),
  };
}
