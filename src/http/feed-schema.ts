import { component, listSchema, maybe, objectSchema, orNull } from '../domain/contract/schema.ts';
import { memberSchemas } from '../domain/contract/object-fields.ts';
import { feedMembers } from '../domain/feeds/feed-fields.ts';
import { count, oneOf, reply, string, timestamp } from './schemas.ts';
import { task } from './task-schema.ts';

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
export const feedReply = reply('FeedReply', stored);
export const feedsReply = reply('FeedsReply', {
  feeds: listSchema(component('FeedWithRun', objectSchema(stored)), { description: 'By id.' }),
});
export const feedRunReply = reply('FeedRunReply', { task });
