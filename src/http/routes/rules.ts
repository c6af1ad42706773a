import { emptyQuery } from '../../domain/search/query/empty-query.ts';
import { changeRules } from '../../domain/rules/change-rules.ts';
import type { RulesReport } from '../../domain/rules/active-rules.ts';
import { previewRules } from '../../domain/rules/preview-rules.ts';
import { restrictedQuery } from '../../domain/access/restrictions.ts';
import { itemProjection } from '../../domain/catalog/item-projection.ts';
import { itemSchema } from '../../domain/catalog/item-schema.ts';
import { listSchema, objectSchema, orNull } from '../../domain/contract/schema.ts';
import { ruleWarnings } from '../../domain/rules/rule-warnings.ts';
import { ruleList } from '../../domain/rules/rule-fields.ts';
import { ruleSpan } from '../../domain/rules/rule-span.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredRules } from '../../ports/rules.ts';
import { hitChunks } from '../hit-reply.ts';
import { clientName, clientOf } from '../client.ts';
import { operation, type Operation } from '../operation.ts';
import { integer, parameter, required, text } from '../parameters.ts';
import { itemChunks, json, jsonChunks, listChunks } from '../reply.ts';
import { count, reply, string, timestamp } from '../schemas.ts';
import { rulesMembers, searchRuleMembers } from '../rules-reply.ts';
import { searchItem } from '../search-reply-schema.ts';
import { filterOf, filters, ifMatch, ifMatchHeader, projectInPath } from './common.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { ruleOptions, ruleParameters } from './rule-parameters.ts';
import { filterPart, searchParameters } from './search-parameters.ts';

const tag = 'Settings';
const access = { kind: 'key', scope: 'settings', project: { in: 'path', name: 'project' } } as const;
const pathParameters = projectInPath;
const path = '/api/projects/{project}/rules';
const previewLimitMax = 100;
const rulesReplySchema = reply('RulesReply', {
  version: count('0 at first; each change adds 1.'),
  changedAt: orNull(timestamp()),
  rules: { ...ruleList.schema, description: 'Earlier rules take precedence.' },
});
const rulesPreview = reply('RulesPreview', {
  items: listSchema(searchItem, {
    description: '`_reason` marks pinned items, `_ranking.reasons` boosted and buried ones.',
  }),
  total: count('Exact number of matching items.'),
  hidden: listSchema(
    objectSchema({
      item: itemSchema,
      rules: listSchema(string(), { description: 'Ids of the rules that hide it.' }),
    }),
    { description: 'Items that would be on this page without hiding rules.' },
  ),
  acting: listSchema(string(), { description: 'Ids of the rules that acted, in order.' }),
  userData: searchRuleMembers.userData,
  redirect: searchRuleMembers.redirect,
  rewrittenQuery: searchRuleMembers.rewrittenQuery,
});

/** Merchandisers' rules: read, replace, preview. */
export function ruleOperations({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation[] {
  return [
    operation({
      id: 'getRules',
      method: 'GET',
      path,
      tag,
      summary: 'Get the rules of a project',
      access,
      pathParameters,
      status: 200,
      reply: rulesReplySchema,
      handle: async ({ project, warnings }) => {
        const stored = project.rules.current();
        warnings.push(...(await ruleWarnings(project, stored.rules)));
        return rulesReply(stored);
      },
    }),
    operation({
      id: 'changeRules',
      method: 'PUT',
      path,
      tag,
      summary: 'Replace the rules of a project',
      description:
        'Replaces all rules. Active when the reply arrives. Earlier rules take precedence. `warnings` name what may be a mistake: unknown items, rules that contradict each other.',
      access,
      pathParameters,
      headers: [ifMatchHeader],
      body: {
        rules: required({ description: 'All rules of the project.' }, ruleList),
      },
      status: 200,
      reply: rulesReplySchema,
      errors: ['rules_changed'],
      handle: async ({ project, body, request, warnings }) => {
        const stored = await changeRules({
          store: project.rules,
          queryAnalyzer: project.text.queryAnalyzer,
          rules: body.rules,
          ifVersion: ifMatch(request.headers['if-match'], 'the `version` of the rules'),
        });
        warnings.push(...(await ruleWarnings(project, stored.rules)));
        return rulesReply(stored);
      },
    }),
    operation({
      id: 'previewRules',
      method: 'POST',
      path: `${path}/preview`,
      tag,
      summary: 'Preview rules on a search',
      description:
        'Runs a search at a given time with the stored rules, or with draft rules that are not stored. `_reason` marks pinned items, `_ranking` boosted and buried ones, `hidden` lists hidden ones.',
      access,
      pathParameters,
      body: {
        q: searchParameters.q,
        filters,
        limit: integer({
          description: 'Maximum number of items.',
          min: 1,
          max: previewLimitMax,
          fallback: limits.searchLimitDefault,
        }),
        context: ruleParameters.context,
        at: text({ description: 'Time of the search, ISO 8601; default: now.', lengthMax: 40 }),
        rules: parameter({ description: 'Draft rules in place of the stored ones.' }, ruleList, null),
      },
      status: 200,
      reply: rulesPreview,
      errors: ['invalid_filter'],
      handle: async ({ project, restrictions, body, warnings, ...call }) => {
        const at = body.at === null ? clock.now() : ruleSpan(body.at)?.from;
        if (at === undefined)
          throw invalidParameter('at', 'format', 'a date of ISO 8601, such as 2026-12-24T18:00:00Z');
        const query = {
          ...emptyQuery,
          text: body.q ?? '',
          limit: body.limit,
          ...filterPart(filterOf(body.filters, at, { project, warnings, restrictions })),
        };
        const { result, hidden, rewritten, report } = await previewRules(
          project,
          queryEmbeddings,
          restrictedQuery(restrictions, query),
          {
            ...ruleOptions({ ...body, enableRules: true }, { key: call.key, warnings }, at),
            rules: body.rules,
            client: clientName(clientOf(call)),
          },
        );
        const projection = itemProjection({ fields: null, exclude: restrictions.privateFields });
        return jsonChunks(200, [
          '{"items":',
          ...listChunks(result.hits, (hit) => hitChunks(hit, { explain: true, projection })),
          `,"total":${result.total},"hidden":`,
          ...listChunks(hidden, ({ item, rules }) => [
            '{"item":',
            ...itemChunks(item, projection),
            `,"rules":${JSON.stringify(rules)}}`,
          ]),
          `,${JSON.stringify({ acting: report.acting, ...previewMembers(report, rewritten) }).slice(1)}`,
        ]);
      },
    }),
  ];
}

function previewMembers(report: RulesReport, rewritten: string | null): Record<string, unknown> {
  const { rules: _, ...members } = rulesMembers(report);
  return { ...members, ...(rewritten === null ? {} : { rewrittenQuery: rewritten }) };
}

function rulesReply({ version, changedAt, rules }: StoredRules) {
  return json(200, { version, changedAt, rules }, { etag: `"${version}"` });
}
