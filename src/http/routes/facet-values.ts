import type { ServedProject } from '../../ports/engine.ts';
import { limits } from '../../ports/limits.ts';
import type { FacetRequest, TextQuery } from '../../ports/search/text.ts';
import type { Clock } from '../../lib/clock.ts';
import { findActiveCollection } from '../../domain/collections/active-collection.ts';
import { emptyQuery } from '../../domain/query/empty-query.ts';
import { facetValues } from '../../domain/search/execution/facet-values.ts';
import { createParameterError } from '../requests/invalid-parameter.ts';
import { defineOperation, type Call, type Operation } from '../operation.ts';
import { defineComponent } from '../../domain/contract/schema.ts';
import {
  buildBodySchema,
  defineIntegerParameter,
  defineTextParameter,
  defineTextListParameter,
  type Values,
} from '../requests/parameters.ts';
import { createJsonReply } from '../replies/reply.ts';
import { facetOrder, facetValuesByField, facetValuesMembers } from '../schemas/facet-schema.ts';
import { describeReply } from '../schemas/schemas.ts';
import { draftParameter, pinVisitorView } from '../access/call-view.ts';
import { readFilter, filters, projectInPath } from './common.ts';
import { localParameters } from './local-parameters.ts';
import { createRuleOptions, ruleParameters, visitorParameters } from './rule-parameters.ts';
import { wrapFilter, readLanguage, searchParameters } from './search-parameters.ts';

const facetQuery = defineTextParameter({
  description:
    'Text that the values contain, or prefixes of their words; with typo tolerance if no value matches.',
  lengthMin: 0,
  lengthMax: limits.queryLengthMax,
});
const parameters = {
  facetQuery,
  q: searchParameters.q,
  filters,
  understanding: searchParameters.understanding,
  asWords: searchParameters.asWords,
  collection: searchParameters.collection,
  ...localParameters,
  ...visitorParameters,
  ...ruleParameters,
  draft: draftParameter,
  limit: defineIntegerParameter({
    description: 'Maximum number of values of a facet.',
    min: 1,
    max: limits.facetValuesMax,
    fallback: 20,
  }),
};
const facetSearch = {
  schema: defineComponent('FacetSearchOptions', buildBodySchema(parameters)),
  parameters,
};
const facetValuesReply = describeReply('FacetValuesReply', facetValuesMembers);
const facetsReply = describeReply('FacetsReply', { facets: facetValuesByField, facetOrder });
const shared = {
  onServingThreads: 'handled',
  bodyBase: facetSearch,
  method: 'POST',
  tag: 'Search',
  access: { kind: 'key', scope: 'search', project: { in: 'path', name: 'project' } },
  status: 200,
  errors: ['invalid_filter', 'collection_not_found', 'draft_not_found'],
} as const;

/** Searches for facet values, while a shopper types. */
export function createFacetValueOperations({ clock }: { clock: Clock }): Operation<ServedProject>[] {
  const runFacetSearch = (
    call: Pick<Call<ServedProject>, 'project' | 'restrictions' | 'warnings' | 'key'>,
    values: Values<typeof parameters>,
    facets: readonly FacetRequest[],
  ) => {
    const { project, restrictions, warnings, key } = pinVisitorView(call, values);
    const now = clock.now();
    const query: TextQuery = {
      ...emptyQuery,
      text: values.q ?? '',
      ...readLanguage(values.language, { project, warnings, restrictions }),
      facets,
      ...wrapFilter(readFilter(values.filters, now, { project, warnings, restrictions })),
    };
    return facetValues(project, query, values.facetQuery ?? '', {
      restrictions,
      understanding: values.understanding,
      asWords: values.asWords,
      ...createRuleOptions(values, { key, warnings }, now),
      collection: findActiveCollection(project, values.collection, now),
    });
  };
  return [
    defineOperation({
      ...shared,
      id: 'searchFacetValues',
      path: '/search/{project}/facets/{field}',
      summary: 'Search for facet values',
      pathParameters: { ...projectInPath, field: { description: 'The facet’s field.' } },
      body: parameters,
      reply: facetValuesReply,
      handle: async (call) => {
        const { body, path } = call;
        const field = path['field'] ?? '';
        if (field.length > limits.fieldNameLengthMax)
          throw createParameterError(
            'field',
            'too_long',
            `at most ${limits.fieldNameLengthMax} characters long`,
          );
        const { facets } = await runFacetSearch(call, body, [{ field, limit: body.limit }]);
        return createJsonReply(200, Object.values(facets)[0]!);
      },
    }),
    defineOperation({
      ...shared,
      id: 'searchFacets',
      path: '/search/{project}/facets',
      summary: 'Search for values of several facets',
      pathParameters: projectInPath,
      body: {
        fields: defineTextListParameter({
          description: 'The facets’ fields.',
          countMax: limits.facetSearchFieldsMax,
          lengthMax: limits.fieldNameLengthMax,
          required: true,
        }),
        disjunctive: defineTextListParameter({
          description:
            'Those of the fields that are counted without the conditions of `filters` on themselves.',
          countMax: limits.facetSearchFieldsMax,
          lengthMax: limits.fieldNameLengthMax,
        }),
        ...parameters,
      },
      reply: facetsReply,
      handle: async (call) => {
        const { body } = call;
        const fields = [...new Set(body.fields)];
        const disjunctive = new Set(body.disjunctive);
        body.disjunctive.forEach((field, i) => {
          if (!fields.includes(field))
            throw createParameterError(`disjunctive[${i}]`, 'not_allowed', 'one of `fields`');
        });
        const requests = fields.map((field): FacetRequest => ({
          field,
          limit: body.limit,
          ...(disjunctive.has(field) ? { disjunctive: true } : {}),
        }));
        const { facets, facetOrder: order } = await runFacetSearch(call, body, requests);
        return createJsonReply(200, { facets, facetOrder: order });
      },
    }),
  ];
}
