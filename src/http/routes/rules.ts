import { changeRules } from '../../domain/rules/change-rules.ts';
import { addNullToSchema } from '../../domain/contract/schema.ts';
import { findRuleWarnings } from '../../domain/rules/rule-warnings.ts';
import { ruleList } from '../../domain/rules/rule-fields.ts';
import type { QueryEmbeddings } from '../../domain/search/execution/query-embeddings.ts';
import type { Clock } from '../../lib/clock.ts';
import type { StoredRules } from '../../ports/search/rules.ts';
import { createAuthorship } from '../access/author.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { defineParameter, defineRequiredParameter } from '../requests/parameters.ts';
import { createJsonReply, createChunkedReply } from '../replies/reply.ts';
import { describeCount, describeReply, describeTimestamp } from '../schemas/schemas.ts';
import { pinView } from '../access/call-view.ts';
import { readIfMatch, ifMatchHeader, projectInPath, settingsAccess } from './common.ts';
import { previewBody, previewChunks, previewMembers, previewTime } from './preview.ts';

const tag = 'Settings';
const pathParameters = projectInPath;
const path = '/api/projects/{project}/rules';
const rulesReplySchema = describeReply('RulesReply', {
  version: describeCount('0 at first; each change adds 1.'),
  changedAt: addNullToSchema(describeTimestamp()),
  rules: { ...ruleList.schema, description: 'Earlier rules take precedence.' },
});
const rulesPreview = describeReply('RulesPreview', previewMembers);

/** Merchandisers' rules: read, replace, preview. */
export function createRuleOperations({
  clock,
  queryEmbeddings,
}: {
  clock: Clock;
  queryEmbeddings: QueryEmbeddings;
}): Operation[] {
  return [
    defineOperation({
      id: 'getRules',
      method: 'GET',
      path,
      tag,
      summary: 'Get the rules of a project',
      access: settingsAccess,
      pathParameters,
      status: 200,
      reply: rulesReplySchema,
      handle: async ({ project, warnings }) => {
        const ruleSet = project.rules.current();
        warnings.push(...(await findRuleWarnings(project, ruleSet.rules)));
        return createRulesReply(ruleSet);
      },
    }),
    defineOperation({
      id: 'changeRules',
      method: 'PUT',
      path,
      tag,
      summary: 'Replace the rules of a project',
      description:
        'Replaces all rules. Active when the reply arrives. Earlier rules take precedence. `warnings` name what may be a mistake: unknown items, rules that contradict each other.',
      access: settingsAccess,
      pathParameters,
      headers: [ifMatchHeader],
      body: {
        rules: defineRequiredParameter({ description: 'All rules of the project.' }, ruleList),
      },
      status: 200,
      reply: rulesReplySchema,
      errors: ['rules_changed'],
      handle: async ({ project, body, request, key, warnings }) => {
        const ruleSet = await changeRules({
          store: project.rules,
          queryAnalyzer: project.text.queryAnalyzer,
          rules: body.rules,
          ifVersion: readIfMatch(request.headers['if-match'], 'the `version` of the rules'),
          by: createAuthorship(key),
        });
        warnings.push(...(await findRuleWarnings(project, ruleSet.rules)));
        return createRulesReply(ruleSet);
      },
    }),
    defineOperation({
      id: 'previewRules',
      method: 'POST',
      path: `${path}/preview`,
      tag,
      summary: 'Preview rules on a search',
      description:
        'Runs a search at a given time with the stored rules, or with draft rules that are not stored. `_reason` marks pinned items, `_ranking` boosted and buried ones, `hidden` lists hidden ones.',
      access: settingsAccess,
      role: 'viewer',
      pathParameters,
      body: {
        ...previewBody,
        rules: defineParameter({ description: 'Draft rules in place of the stored ones.' }, ruleList, null),
      },
      status: 200,
      reply: rulesPreview,
      errors: ['invalid_filter', 'draft_not_found'],
      handle: async (sent) => {
        const call = pinView(sent, sent.body.draft);
        const { body } = call;
        const drafts = { rules: body.rules, collection: null };
        const at = previewTime(body.at, clock.now());
        return createChunkedReply(200, await previewChunks(call, body, drafts, { queryEmbeddings, at }));
      },
    }),
  ];
}

function createRulesReply({ version, changedAt, rules }: StoredRules) {
  return createJsonReply(200, { version, changedAt, rules }, { etag: `"${version}"` });
}
