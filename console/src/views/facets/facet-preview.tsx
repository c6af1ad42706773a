import type { FacetSetting, PreviewRulesRequest, SearchRequest } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { contextOf, type ContextDraft } from '../../app/context-draft.ts';
import { useLoad } from '../../app/load.ts';
import { usePreview } from '../../app/preview.ts';
import { messageOf, service } from '../../app/service.ts';
import { ContextFields } from '../../parts/context-fields.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { FilterField } from '../../filters/filter-field.tsx';
import { Field, SelectField } from '../../parts/field.tsx';
import { count, counted } from '../../parts/formats.ts';
import { PreviewFields } from '../../parts/preview-fields.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { anyVisitorChoice, PreviewVisitorFields, visitorMembers } from '../rules/preview-visitor.tsx';
import { previewedFacets, previewRequests, type PreviewedFacet } from './previewed-facets.ts';

const valuesShown = 8;

/** The facets of a search with the unsaved settings, as a shop draws them. */
export function FacetPreview({
  project,
  settings,
  saved,
}: {
  project: string;
  settings: readonly FacetSetting[];
  saved: readonly FacetSetting[];
}): ReactNode {
  const [q, setQ] = useState('');
  const [filters, setFilters] = useState('');
  const [collection, setCollection] = useState('');
  const [context, setContext] = useState<readonly ContextDraft[]>([]);
  const [visitor, setVisitor] = useState(anyVisitorChoice);
  const [at, setAt] = useState('');
  const storedRules = useLoad(project, (signal) => service.rules.get(project, { signal }));
  const rules = storedRules.value?.rules ?? [];
  const collections = useLoad(project, (signal) => service.collections.list(project, { signal }));
  const page = { settings, filters, collection };
  const request = JSON.stringify({
    q,
    filters,
    ...(collection === '' ? {} : { collection }),
    context: contextOf(context) ?? {},
    facets: previewRequests(page),
    // Other values of a selected facet remain, as in a shop.
    disjunctive: ['*'],
    limit: 0,
  } satisfies SearchRequest);
  const circumstances = { ...visitorMembers(visitor), ...(at === '' ? {} : { at }) };
  const preview = usePreview(JSON.stringify({ request, page, saved, circumstances }), (sent, signal) =>
    loadPreview(project, sent, signal),
  );
  return (
    <section className="panel facet-preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <PreviewFields onRefresh={preview.reload}>
        <Field label="Query" value={q} onValue={setQ} placeholder="No query" />
        <SelectField
          label="Collection"
          value={collection}
          onValue={setCollection}
          options={[
            ['', 'All items'],
            ...(collections.value?.collections ?? []).map(
              ({ collection: { id, name } }) => [id, name ?? id] as const,
            ),
          ]}
        />
        <details>
          <summary>Visitor, day, filter and context</summary>
          <div className="stack tight preview-options">
            <PreviewVisitorFields project={project} rules={rules} visitor={visitor} onVisitor={setVisitor} />
            <DateField label="Date" hint="Leave empty for today." value={at} onValue={setAt} />
            <FilterField
              project={project}
              label="Filter"
              placeholder="category:Shoes"
              value={filters}
              onValue={setFilters}
              showsCount={false}
              onlyComplete
            />
            <ContextFields context={context} placements={[]} onContext={setContext} addLabel="Add context" />
          </div>
        </details>
      </PreviewFields>
      {preview.error !== null && (
        <p className="note warn" role="status">
          {messageOf(preview.error)}
        </p>
      )}
      {preview.value === null && preview.error === null && <Skeleton height="14rem" />}
      {preview.value !== null && (
        <div className="stack" aria-busy={preview.busy}>
          <p role="status" className="small soft">
            <strong className="num">{counted(preview.value.total, 'item')}</strong>
            {preview.value.facets.length === 0 && '. No facet has a value.'}
          </p>
          {preview.value.facets.map((facet) => (
            <ShopFacet key={facet.field} facet={facet} />
          ))}
        </div>
      )}
    </section>
  );
}

/** The facets, in the order of the rules that apply. */
async function loadPreview(
  project: string,
  sent: string,
  signal: AbortSignal,
): Promise<{ total: number; facets: readonly PreviewedFacet[] }> {
  const { request, page, saved, circumstances } = JSON.parse(sent) as {
    request: string;
    page: Parameters<typeof previewedFacets>[1];
    saved: readonly FacetSetting[];
    circumstances: Omit<PreviewRulesRequest, 'rules'>;
  };
  const search = JSON.parse(request) as SearchRequest;
  const { q, filters, collection } = search;
  const context = { ...(search.context as object), ...(collection === undefined ? {} : { collection }) };
  const [reply, rules] = await Promise.all([
    service.search(project, search, { signal }),
    service.rules.preview(project, { q, filters, context, limit: 1, ...circumstances }, { signal }),
  ]);
  return {
    total: reply.total,
    facets: previewedFacets(reply, page, saved, rules.facetsFirst ?? []),
  };
}

function ShopFacet({ facet: { name, values, range, shownOnceSaved } }: { facet: PreviewedFacet }): ReactNode {
  const more = values.length - valuesShown;
  if (range !== null)
    return (
      <div className="facet" role="group" aria-label={`Preview of ${name}`}>
        <h3>{name}</h3>
        <span className="num">
          {count(range.min)} to {count(range.max)}
        </span>
      </div>
    );
  return (
    <div className="facet" role="group" aria-label={`Preview of ${name}`}>
      <h3>{name}</h3>
      <ul>
        {values.slice(0, valuesShown).map((value) => (
          <li key={value.value} className="shop-value">
            <span>{value.value}</span>
            <span className="num faint">{count(value.count)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="small faint">and {counted(more, 'more', 'more')}</span>}
      {shownOnceSaved.length > 0 && (
        <span className="small faint">Shown once saved: {shownOnceSaved.join(', ')}</span>
      )}
    </div>
  );
}
