import { itemProjection } from '../../domain/catalog/item-projection.ts';
import { listSchema, objectSchema } from '../../domain/contract/schema.ts';
import { placementTerms, putPlacement } from '../../domain/recommend/change-placement.ts';
import { listForPlacement } from '../../domain/recommend/placements.ts';
import { removeResource, resourceOf } from '../../domain/resources/change-resource.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { unrestricted } from '../../domain/access/restrictions.ts';
import type { RecommendationPlacement } from '../../ports/recommendation-placements.ts';
import type { Versioned } from '../../ports/resources.ts';
import { listReply, placementListReply } from '../list-reply.ts';
import { operation, type Operation } from '../operation.ts';
import { json } from '../reply.ts';
import { count, reply, string, timestamp } from '../schemas.ts';
import { filterOf, ifMatch, ifMatchHeader, projectInPath } from './common.ts';
import {
  placementMembers,
  placementOptions,
  placementParameters,
  placementSchema,
  sentPlacement,
} from './placement-parameters.ts';
import { visitorNowOf } from './visitor-parameters.ts';

const tag = 'Settings';
const access = { kind: 'key', scope: 'settings', project: { in: 'path', name: 'project' } } as const;
const path = '/api/projects/{project}/placements';
const placementInPath = { placement: { description: 'Placement id, such as `home-top`.' } };
const pathParameters = { ...projectInPath, ...placementInPath };
const members = {
  placement: placementSchema,
  version: count('Each change of a placement gives it a new version, which no other state has.'),
  changedAt: timestamp(),
};
const placementReply = reply('PlacementReply', members);
const placementsReply = reply('PlacementsReply', {
  placements: listSchema(objectSchema(members), { description: 'By id.' }),
});

/** Placements: what each place of a page shows, and its list. */
export function placementOperations(options: { clock: Clock; ids: IdSource }): Operation[] {
  const { clock, ids } = options;
  const version = (header: string | undefined): number | null =>
    ifMatch(header, 'the `version` of the placement');
  return [
    operation({
      id: 'recommendPlacement',
      method: 'POST',
      path: '/reco/placements/{placement}',
      aliases: ['/rec/placements/{placement}'],
      tag: 'Recommendations',
      summary: 'The list of a placement',
      description:
        'A placement names a place of a page, such as `home-top`. Its list, fallbacks, filters and caps are settings of the project, changed without a release of the shop. A disabled placement has an empty list.',
      access: { kind: 'key', scope: 'recommend', project: { in: 'body', name: 'index' } },
      pathParameters: placementInPath,
      body: placementParameters,
      status: 200,
      reply: placementListReply,
      errors: ['placement_not_found', 'invalid_filter'],
      onServingThreads: 'validated',
      handle: async (call) => {
        const { body, project, restrictions, warnings } = call;
        const now = clock.now();
        const { value } = resourceOf(project.placements, call.path['placement'] ?? '', placementTerms);
        const { item, category } = body;
        const listed = await listForPlacement(project, placementOptions(value, body, call, now), value, {
          ...visitorNowOf(body),
          items: [...(item === null ? [] : [item]), ...body.items],
          category,
        });
        for (const id of listed.unknownItems) {
          const detail = `There is no item ${JSON.stringify(id)}: the list is made without it`;
          warnings.push({ code: 'item_unknown', path: id === item ? 'item' : 'items', detail });
        }
        const projection = itemProjection({ fields: body.fields, exclude: restrictions.privateFields });
        return listReply(
          ids.next(now),
          listed,
          { explain: body.explain, projection },
          { list: listed.list, placement: shownMembers(value) },
        );
      },
    }),
    operation({
      id: 'listPlacements',
      method: 'GET',
      path,
      tag,
      summary: 'List the placements of a project',
      access,
      pathParameters: projectInPath,
      status: 200,
      reply: placementsReply,
      handle: ({ project }) => {
        const placements = [...project.placements.current().values()].map(versionedMembers);
        return json(200, {
          placements: placements.sort((a, b) => (a.placement.id < b.placement.id ? -1 : 1)),
        });
      },
    }),
    operation({
      id: 'getPlacement',
      method: 'GET',
      path: `${path}/{placement}`,
      tag,
      summary: 'Get a placement',
      access,
      pathParameters,
      status: 200,
      reply: placementReply,
      errors: ['placement_not_found'],
      handle: ({ project, path: { placement = '' } }) =>
        versionedReply(resourceOf(project.placements, placement, placementTerms)),
    }),
    operation({
      id: 'putPlacement',
      method: 'PUT',
      path: `${path}/{placement}`,
      tag,
      summary: 'Create or replace a placement',
      description:
        'Replaces all members: those that are absent have their defaults, which are the ones of lists. Active when the reply arrives.',
      access,
      pathParameters,
      headers: [ifMatchHeader],
      body: placementMembers,
      status: 200,
      reply: placementReply,
      errors: ['placement_changed', 'invalid_filter'],
      handle: async ({ project, body, request, path: { placement = '' }, warnings }) => {
        // Placements may use private fields, as rules may.
        const call = { project, warnings, restrictions: unrestricted };
        filterOf(body.filters, clock.now(), call, () => []);
        return versionedReply(
          await putPlacement(project.placements, sentPlacement(placement, body), {
            sentId: body.id,
            ifVersion: version(request.headers['if-match']),
          }),
        );
      },
    }),
    operation({
      id: 'deletePlacement',
      method: 'DELETE',
      path: `${path}/{placement}`,
      tag,
      summary: 'Delete a placement',
      description: 'Pages that still show it get 404: disable it instead where a page is not changed.',
      access,
      pathParameters,
      headers: [ifMatchHeader],
      status: 200,
      reply: reply('DeletedPlacement', { deleted: string('Its id.') }),
      errors: ['placement_not_found', 'placement_changed'],
      handle: async ({ project, request, path: { placement = '' } }) => {
        const ifVersion = version(request.headers['if-match']);
        await removeResource(project.placements, placement, ifVersion, placementTerms);
        return json(200, { deleted: placement });
      },
    }),
  ];
}

/** What a front end needs of a placement. */
function shownMembers({ id, title, enabled = true, userData }: RecommendationPlacement) {
  return {
    id,
    ...(title === undefined ? {} : { title }),
    enabled,
    ...(userData === undefined ? {} : { userData }),
  };
}

function versionedMembers({ value, version, changedAt }: Versioned<RecommendationPlacement>) {
  return { placement: value, version, changedAt };
}

function versionedReply(stored: Versioned<RecommendationPlacement>) {
  return json(200, versionedMembers(stored), { etag: `"${stored.version}"` });
}
