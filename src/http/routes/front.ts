import { hash } from 'node:crypto';
import type { ServedProject } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import { readPagePath } from '../../domain/analytics/page-path.ts';
import type { ProjectSettings } from '../../ports/configuration/settings.ts';
import { formatUnit } from '../../domain/experiments/arm-view.ts';
import { settingsGroups } from '../../domain/settings/change-settings.ts';
import { readPublicFront } from '../../domain/settings/public-front.ts';
import { addNullToSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { queryKeyParameter } from '../access/query-key.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineRequiredTextParameter, defineTextParameter } from '../requests/parameters.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { createJsonReply } from '../replies/reply.ts';
import { addVary, hasEtag } from '../replies/reply-headers.ts';
import { describeChoice, describeNumber, describeReply, describeString } from '../schemas/schemas.ts';
import { projectInPath } from './common.ts';

const frontReply = describeReply('FrontReply', {
  project: describeString('Project id.'),
  settings: settingsGroups.front.values,
  experiment: {
    ...addNullToSchema(
      defineObjectSchema({
        id: describeString('Id of the experiment.'),
        share: describeNumber('Share of the visitors who see the elements.'),
      }),
    ),
    description:
      'Null: all visitors see the elements. Otherwise those whose bucket, by the id and their session, is below the share.',
  },
});

const reportReply = describeReply('PageReportReply', {
  arm: {
    ...describeChoice(
      ['control', 'treatment', null],
      'The arm of the visitor in the experiment of the script.',
    ),
    description:
      'The arm of the visitor: `treatment` sees the elements of the script. Null without an experiment or a session.',
  },
});

/** What pages keep it for, and shared caches. */
const maxAgeSeconds = 60;

/** The replies of the settings in effect, until these change. */
const replies = new WeakMap<ProjectSettings, { readonly body: string; readonly etag: string }>();

/** What the script of shops reads from their pages. */
export function defineFrontOperation<P extends ServedProject>(): Operation<P> {
  return defineOperation({
    id: 'getFront',
    onServingThreads: 'handled',
    method: 'GET',
    path: '/front/{project}.json',
    tag: 'Settings',
    summary: 'Get the settings of the script of shops',
    description:
      'What `/shop.js` shows on pages of the shop: the settings `front`, without the names of private fields. Cached for a minute. Takes the key also as `?key=`.',
    access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
    acceptsQueryKey: true,
    pathParameters: projectInPath,
    query: { key: queryKeyParameter },
    status: 200,
    reply: frontReply,
    handle: ({ project, projectId, request, reply }) => {
      const settings = project.settings.effective();
      let sent = replies.get(settings);
      if (sent === undefined) {
        const body = JSON.stringify({ project: projectId, ...readPublicFront(settings) });
        sent = { body, etag: `"${hash('sha256', body).slice(0, 16)}"` };
        replies.set(settings, sent);
      }
      // A cache must not give it to pages of other origins, or without a key.
      for (const field of ['origin', 'x-api-key']) addVary(reply, field);
      reply.headers({ 'cache-control': `public, max-age=${maxAgeSeconds}`, etag: sent.etag });
      if (hasEtag(request, sent.etag)) return { status: 304, body: '' };
      return { status: 200, body: sent.body };
    },
  });
}

/** What the script of shops tells about the page on which it runs. */
export function definePageReportOperation({ clock }: { readonly clock: Clock }): Operation {
  return defineOperation({
    id: 'reportPage',
    method: 'POST',
    path: '/front/{project}/pages',
    tag: 'Events',
    summary: 'Report a page with the script of shops',
    description:
      'Sent once for each page, in both arms of the experiment, before any element is shown. Only the path is stored, for an hour, without the visitor. With a `session`, and `share` below 1, the visitor counts in the experiment from now on. Accepted as a beacon, too: see POST /api/events.',
    access: { kind: 'key', scope: 'events', project: { in: 'path', name: 'project' } },
    acceptsBeacons: true,
    pathParameters: projectInPath,
    body: {
      key: defineTextParameter({
        description: 'The key, in place of the header, in a beacon.',
        lengthMax: limits.signedKeyLengthMax,
      }),
      page: defineRequiredTextParameter({
        description: 'The path or address of the page. Query and fragment are dropped.',
        lengthMax: limits.frontUrlLengthMax,
      }),
      session: defineTextParameter({
        description: 'The session of the visitor, as in events, if the visitor consents.',
        lengthMax: limits.userIdLengthMax,
      }),
    },
    status: 202,
    reply: reportReply,
    handle: ({ project, body: { page, session } }) => {
      const path = readPagePath(page);
      if (path === null) throw createParameterError('page', 'format', 'a path or an http(s) address');
      const { enabled, share } = project.settings.effective().front;
      const visitor = session === null || !enabled || share >= 1 ? null : { session };
      const unit = visitor === null ? null : formatUnit({ user: null, ...visitor });
      const startedAt = project.settings.current().frontShareAt ?? 0;
      project.siteLog.record({
        path,
        at: clock.now(),
        exposure: visitor === null ? null : { visitor, startedAt },
      });
      const arm = unit === null ? null : project.experimentArms.readFrontArm(unit, share);
      return createJsonReply(202, { arm });
    },
  });
}
