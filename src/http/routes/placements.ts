import { selectProjectionOptions } from '../../domain/access/restrictions.ts';
import { projectWithItemAddress } from '../../domain/catalog/addressed-projection.ts';
import { defineListSchema, defineObjectSchema } from '../../domain/contract/schema.ts';
import { checkPlacement, placementTerms } from '../../domain/recommend/placement-check.ts';
import { listForPlacement } from '../../domain/recommend/placements.ts';
import { putResource, findResource } from '../../domain/resources/change-resource.ts';
import { parseFilter } from '../../domain/query/filter-grammar.ts';
import type { RuleVisitor } from '../../domain/rules/visitor-test.ts';
import type { Clock } from '../../lib/clock.ts';
import type { IdSource } from '../../lib/random-id.ts';
import { defineParameter } from '../requests/parameters.ts';
import type { RecommendationPlacement } from '../../ports/recommendations/recommendation-placements.ts';
import { recordList, type RecordedCall } from '../replies/recorded-list.ts';
import { listReply, placementListReply } from '../replies/list-reply.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import { type Reply } from '../replies/reply.ts';
import { describeCount, describeReply, describeTimestamp } from '../schemas/schemas.ts';
import { pinView, pinVisitorView, type PinnedCall } from '../access/call-view.ts';
import { projectInPath, settingsAccess } from './common.ts';
import { withItemIds } from './named-list-items.ts';
import { createResourceOperations } from './resource-operations.ts';
import type { ListCall } from './list-parameters.ts';
import {
  placementField,
  createPlacementOptions,
  placementParameters,
  previewInput,
  previewParameters,
  type PlacementInput,
} from './placement-parameters.ts';
import { previewTime, previewVisitor } from './preview.ts';
import { readContext } from './visitor-parameters.ts';

const tag = 'Settings';
const path = '/api/projects/{project}/placements';
const placementInPath = { placement: { description: 'Placement id, such as `home-top`.' } };
const pathParameters = { ...projectInPath, ...placementInPath };
const members = {
  placement: placementField.schema,
  version: describeCount('Each change of a placement gives it a new version, which no other state has.'),
  changedAt: describeTimestamp(),
};
const placementReply = describeReply('PlacementReply', members);
const placementsReply = describeReply('PlacementsReply', {
  placements: defineListSchema(defineObjectSchema(members), { description: 'By id.' }),
});

const operations = createResourceOperations({
  terms: placementTerms,
  store: ({ placements }) => placements,
  id: placementInPath.placement,
  replies: { one: placementReply, list: placementsReply },
  members: (_project, { value: placement, version, changedAt }) => ({ placement, version, changedAt }),
  list: { summary: 'Get the placements of a project' },
  delete: {
    description: 'Pages that still show it get 404: disable it instead where a page is not changed.',
  },
});

/** Placements: what each place of a page shows, and its list. */
export function createPlacementOperations(options: { clock: Clock; ids: IdSource }): Operation[] {
  const { clock, ids } = options;
  /** Checks a placement. Its filter may use private fields, as those of rules may. `id` is the one in the path, or null for a draft. */
  const check = (
    placement: RecommendationPlacement,
    id: string | null,
    { project, warnings }: Pick<PinnedCall<Call>, 'project' | 'warnings'>,
  ): void => {
    checkPlacement(placement, id);
    const { filters = '' } = placement;
    if (filters.trim() === '') return;
    const filterContext = { path: 'placement.filters', items: project.text, warnings, about: () => [] };
    parseFilter(filters, clock.now(), filterContext);
  };
  const replyWithList = async (
    placement: RecommendationPlacement,
    body: PlacementInput,
    call: ListCall & RecordedCall,
    preview: { readonly now: number; readonly visitor: RuleVisitor } | null,
  ): Promise<Reply<never>> => {
    const options = createPlacementOptions(placement, body, call, preview ?? { now: clock.now() });
    const { item, category, explain, fields } = body;
    /** Whether a shopper sees the list. */
    const isShown = preview === null && body.draft === null;
    const list = await listForPlacement(
      call.project,
      { ...options, recordsImpressions: isShown },
      placement,
      { ...readContext(body), items: [...(item === null ? [] : [item]), ...body.items], category },
    );
    for (const id of list.unknownItems) {
      const detail = `There is no item ${JSON.stringify(id)}: the list is made without it`;
      call.warnings.push({ code: 'item_unknown', path: id === item ? 'item' : 'items', detail });
    }
    const projection = projectWithItemAddress(
      { fields, ...selectProjectionOptions(call.restrictions) },
      call.project.settings.effective().items.urlTemplate,
    );
    const members = { list: list.list, placement: pickShownMembers(placement) };
    const now = clock.now();
    const id = ids.next(now);
    const { entries, rules } = list;
    if (isShown) {
      const about = [...(item === null ? [] : [item]), ...body.items];
      const page = { placement: placement.id, about, category };
      recordList(call, body, { id, at: now, list: list.list, ...page, entries, rules });
    }
    return listReply(id, list, { explain, projection }, members);
  };
  return [
    defineOperation({
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
      errors: ['placement_not_found', 'invalid_filter', 'item_ambiguous', 'draft_not_found'],
      onServingThreads: 'validated',
      handle: async (sent) => {
        const call = pinVisitorView(sent, sent.body);
        const { value } = findResource(call.project.placements, call.path['placement'] ?? '', placementTerms);
        return replyWithList(value, await withItemIds(call, call.body, 'warn'), call, null);
      },
    }),
    operations.list,
    operations.get,
    operations.put({
      field: placementField,
      description:
        'Members that are absent have their defaults, which are the ones of lists. Active when the reply arrives.',
      errors: ['invalid_filter'],
      put: (call, placement, id, change) => {
        check(placement, id, call);
        return putResource(call.project.placements, placement, change, placementTerms);
      },
    }),
    defineOperation({
      id: 'previewPlacement',
      method: 'POST',
      path: `${path}/{placement}/preview`,
      tag,
      summary: 'Preview a placement',
      description:
        'The list of the stored placement, or of a draft that is not stored, for a visitor and a page. It counts as no impression, and ignores `enabled`.',
      access: settingsAccess,
      role: 'viewer',
      pathParameters,
      body: {
        ...previewParameters,
        placement: defineParameter(
          { description: 'A draft in place of the stored one.' },
          placementField,
          null,
        ),
      },
      status: 200,
      reply: placementListReply,
      errors: ['invalid_filter', 'placement_not_found', 'draft_not_found'],
      handle: (sent) => {
        const call = pinView(sent, sent.body.draft);
        const draft = call.body.placement;
        if (draft !== null) check(draft, null, call);
        const placement =
          draft ?? findResource(call.project.placements, call.path['placement'] ?? '', placementTerms).value;
        const shown = { ...placement, enabled: true };
        return replyWithList(shown, previewInput(call.body, call.projectId), call, {
          now: previewTime(call.body.at, clock.now()),
          visitor: previewVisitor(call.body),
        });
      },
    }),
    operations.delete,
  ];
}

/** What a front end needs of a placement. */
function pickShownMembers({ id, title, enabled = true, group, userData }: RecommendationPlacement) {
  return {
    id,
    ...(title === undefined ? {} : { title }),
    enabled,
    ...(group === undefined ? {} : { group }),
    ...(userData === undefined ? {} : { userData }),
  };
}
