import { changeRules } from '../../domain/rules/change-rules.ts';
import { previewRules } from '../../domain/rules/preview-rules.ts';
import { restrictedQuery } from '../../domain/access/restrictions.ts';
import { itemProjection } from '../../domain/catalog/item-projection.ts';
import { ruleSpan } from '../../domain/rules/rule-span.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import { limits } from '../../ports/limits.ts';
import type { StoredRules } from '../../ports/rules.ts';
import { hitChunks } from '../hit-reply.ts';
import { clientName, clientOf } from '../client.ts';
import { operation, type Operation } from '../operation.ts';
import { anything, integer, text } from '../parameters.ts';
import { itemChunks, json, jsonChunks, listChunks, type Reply } from '../reply.ts';
import { rulesRef } from '../rules-schema.ts';
import { filterOf, filters, ifMatch, ifMatchHeader, wrong } from './common.ts';
import { emptyQuery, filterPart, searchParameters } from './search-parameters.ts';

const tag = 'Settings';
const access = { kind: 'key', scope: 'settings', project: { in: 'path', name: 'project' } } as const;
const pathParameters = { project: 'Project id.' };
const path = '/api/projects/{project}/rules';
const previewLimitMax = 100;
const rulesInBody = { type: 'array', maxItems: limits.rulesMax, items: rulesRef('Rule') } as const;

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
      summary: 'The rules of a project',
      access,
      pathParameters,
      status: 200,
      reply: rulesRef('RulesReply'),
      handle: ({ project }) => rulesReply(project.rules.current()),
    }),
    operation({
      id: 'changeRules',
      method: 'PUT',
      path,
      tag,
      summary: 'Replace the rules of a project',
      description:
        'Replaces all rules: pins, hidden items, boosts and buries with their conditions. Active when the reply arrives. Earlier rules take precedence.',
      access,
      pathParameters,
      headers: [ifMatchHeader('Replaces the rules only if this is their version, in quotes.')],
      body: {
        rules: anything({ description: 'Every rule of the project.', schema: rulesInBody, required: true }),
      },
      status: 200,
      reply: rulesRef('RulesReply'),
      errors: ['rules_changed'],
      handle: async ({ project, body, request }) =>
        rulesReply(
          await changeRules({
            store: project.rules,
            queryAnalyzer: project.text.queryAnalyzer,
            sent: body.rules,
            ifVersion: ifMatch(request.headers['if-match'], 'the `version` of the rules'),
          }),
        ),
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
          description: 'Items to obtain.',
          min: 1,
          max: previewLimitMax,
          fallback: limits.searchLimitDefault,
        }),
        at: text({ description: 'Time of the search, ISO 8601; default: now.', lengthMax: 40 }),
        rules: anything({ description: 'Draft rules in place of the stored ones.', schema: rulesInBody }),
      },
      status: 200,
      reply: rulesRef('RulesPreview'),
      errors: ['invalid_filter'],
      handle: async ({ project, restrictions, body, warnings, ...call }) => {
        const at = body.at === null ? clock.now() : ruleSpan(body.at)?.from;
        if (at === undefined) throw wrong('at', 'format', 'a date of ISO 8601, such as 2026-12-24T18:00:00Z');
        const query = {
          ...emptyQuery,
          text: body.q ?? '',
          limit: body.limit,
          ...filterPart(filterOf(body.filters, at, { project, warnings, restrictions })),
        };
        const { result, hidden, acting } = await previewRules(
          project,
          queryEmbeddings,
          restrictedQuery(restrictions, query),
          { sent: body.rules, at, client: clientName(clientOf(call)) },
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
          `,"acting":${JSON.stringify(acting)}}`,
        ]);
      },
    }),
  ];
}

function rulesReply({ version, changedAt, rules }: StoredRules): Reply {
  return json(200, { version, changedAt, rules }, { etag: `"${version}"` });
}
