import type { FacetRequest, FacetSetting, SearchReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { facetFields } from '../app/facet-fields.ts';
import { quotedValue } from '../app/filter-text.ts';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { useDebouncedQueryParameter } from '../app/debounced-query-parameter.ts';
import { View } from '../parts/shell.tsx';
import { sorts } from '../parts/sorts.ts';
import { Combobox } from '../parts/combobox.tsx';
import { FilterField } from '../filters/filter-field.tsx';
import { Check, SelectField } from '../parts/field.tsx';
import { counted, languageName } from '../parts/formats.ts';
import { WhyNot } from './why-not.tsx';
import { RuleEffects } from '../parts/rule-effects.tsx';
import { Highlighted } from '../parts/highlighted.tsx';
import { Empty, ErrorNote, SkeletonCards } from '../parts/states.tsx';
import type { FacetEdit } from './facets/facet-edits.ts';
import { createRuleTitles } from './rules/rule-title.ts';
import { EditsBar } from './search/edits-bar.tsx';
import { FacetList } from './search/facet-list.tsx';
import { LocalFields, localMembersOf, type LocalChoice } from './search/local-choice.tsx';
import { ResultCards } from './search/result-cards.tsx';
import { UnderstoodChips } from './search/understood-chips.tsx';
import { useFacetEdits, type FacetEdits } from './search/use-facet-edits.ts';
import { useMerchandising, type Merchandising } from './search/use-merchandising.ts';

const pageSize = 24;
/** Query parameters of a search. Selected facet values are `f=field:value`. */
interface SearchParameters extends LocalChoice {
  readonly q: string;
  readonly selected: readonly string[];
  readonly filters: string;
  readonly sort: string;
  readonly limit: number;
  /** Fields whose values stay words of the query. */
  readonly asWords: readonly string[];
}

export function Search({ project }: ProjectView): ReactNode {
  const { parameters, update } = useSearchParameters(project.id);
  const { typed, setTyped, debounced } = useDebouncedQueryParameter(
    parameters.q,
    (q) => update({ q, asWords: [] }),
    60,
  );
  const filter = useDebouncedQueryParameter(parameters.filters, (filters) => update({ filters }), 400);
  const [explain, setExplain] = useState(false);
  const fields = useLoad(project.id, (signal) => facetFields(project.id, signal));
  const facetEdits = useFacetEdits(project.id, filterOf(parameters));
  const facets = requestedFacets(
    [...parameters.selected.map((one) => one.slice(0, one.indexOf(':'))), ...(fields.value ?? [])],
    facetEdits.settings ?? [],
    facetEdits.edits,
  );
  // Saved settings change the reply of the same request.
  const results = useLoad(JSON.stringify([parameters, explain, facets, facetEdits.settings]), (signal) =>
    runSearch(project.id, parameters, explain, facets, signal),
  );
  const merchandising = useMerchandising(project.id, {
    ...parameters,
    filters: filterOf(parameters),
    results,
    isLocal: Object.keys(localMembersOf(parameters)).length > 0,
  });
  const suggestionReply = useLoad(debounced, async (signal) =>
    debounced === '' ? null : service.suggest(project.id, { q: debounced, limit: 6 }, { signal }),
  );
  const suggestions = typed === '' ? [] : (suggestionReply.value?.suggestions ?? []);
  return (
    <View title="Search" intro="Search as a shopper would. Searches here do not count in analytics.">
      <div className="stack" role="search">
        <Combobox
          label="Search this project"
          placeholder="Try a word, part of a word or a typo"
          value={typed}
          onValue={setTyped}
          onPick={setTyped}
          options={suggestions.map((one) => ({
            key: one.text,
            text: <Highlighted text={one.highlighted} />,
            note: one.kind === 'item' ? 'item' : `${one.kind}, ${one.count}`,
          }))}
        />
        <div className="row search-options">
          <div className="grow">
            <FilterField
              project={project.id}
              label="Filter"
              placeholder="price < 20 AND NOT brand:Arla"
              value={filter.typed}
              onValue={filter.setTyped}
              showsCount={false}
              onlyComplete
            />
          </div>
          <SelectField
            label="Sort by"
            value={parameters.sort}
            onValue={(sort) => update({ sort })}
            options={sorts}
          />
          <Check label="Explain ranking" checked={explain} onChecked={setExplain} />
        </div>
        <LocalFields choice={parameters} onChoice={update} />
      </div>
      {results.error !== null && <ErrorNote error={results.error} retry={results.reload} />}
      {results.value === null && results.error === null && <SkeletonCards />}
      {results.value !== null && (
        <Results
          reply={results.value}
          project={project}
          parameters={parameters}
          explain={explain}
          merchandising={merchandising}
          facetEdits={facetEdits}
          busy={results.busy}
          onChange={update}
          onFixed={results.reload}
        />
      )}
      {merchandising.edits.length + facetEdits.edits.size > 0 && (
        <EditsBar project={project.id} merchandising={merchandising} facetEdits={facetEdits} />
      )}
    </View>
  );
}

function useSearchParameters(project: string): {
  parameters: SearchParameters;
  update: (next: Partial<SearchParameters>) => void;
} {
  const { route, go } = useRouter();
  const parameters: SearchParameters = {
    q: route.query.get('q') ?? '',
    selected: route.query.getAll('f'),
    filters: route.query.get('filters') ?? '',
    sort: route.query.get('sort') ?? '',
    limit: Math.min(1000, Number(route.query.get('limit')) || pageSize),
    asWords: route.query.getAll('word'),
    priceList: route.query.get('priceList') ?? '',
    store: route.query.get('store') ?? '',
    language: route.query.get('language') ?? '',
  };
  const update = (next: Partial<SearchParameters>): void => {
    const changed = { ...parameters, limit: pageSize, ...next };
    const { q, selected, filters, sort, limit, asWords } = changed;
    const query = new URLSearchParams();
    if (q !== '') query.set('q', q);
    for (const one of selected) query.append('f', one);
    if (filters !== '') query.set('filters', filters);
    if (sort !== '') query.set('sort', sort);
    for (const field of asWords) query.append('word', field);
    for (const [name, value] of Object.entries(localMembersOf(changed))) query.set(name, value);
    if (limit !== pageSize) query.set('limit', String(limit));
    const text = query.toString();
    go(`${projectPath(project, '/search')}${text === '' ? '' : `?${text}`}`, true);
  };
  return { parameters, update };
}

interface ResultsOptions {
  readonly reply: SearchReply;
  readonly project: ProjectView['project'];
  readonly parameters: SearchParameters;
  readonly explain: boolean;
  readonly merchandising: Merchandising;
  readonly facetEdits: FacetEdits;
  readonly busy: boolean;
  readonly onChange: (next: Partial<SearchParameters>) => void;
  /** Loads the results again. */
  readonly onFixed: () => void;
}

function Results(options: ResultsOptions): ReactNode {
  const { project, parameters, explain, merchandising, busy, onChange, onFixed } = options;
  const { preview } = merchandising;
  const reply = preview === null ? options.reply : previewed(options.reply, preview);
  const findTitle = createRuleTitles(merchandising.rules, reply.items);
  const titled = reply.rules.map((id) => ({ id, title: findTitle(id) }));
  const hasFacets = reply.facetOrder.length > 0;
  return (
    <div className={hasFacets ? 'results' : 'results no-facets'} aria-busy={busy}>
      {hasFacets && (
        <FacetList
          project={project.id}
          reply={reply}
          filters={filterOf(parameters)}
          selected={parameters.selected}
          onSelected={(selected) => onChange({ selected })}
          facetEdits={options.facetEdits}
        />
      )}
      <div className="stack">
        <h2 className="visually-hidden">Results</h2>
        <Summary reply={reply} />
        <WhyNot project={project.id} q={parameters.q} filters={filterOf(parameters)} onFixed={onFixed} />
        <UnderstoodChips
          parts={reply.understood ?? []}
          asWords={parameters.asWords}
          onAsWords={(asWords) => onChange({ asWords })}
        />
        <RuleEffects project={project.id} rules={titled} effects={reply} />
        {reply.items.length === 0 && project.items === 0 ? (
          <Empty
            icon="items"
            title="No items yet"
            sample={{ kind: 'card', title: 'jacket', text: '24 items, the most relevant first' }}
            action={
              <Link to={projectPath(project.id, '/import')} className="button main">
                Import your catalog
              </Link>
            }
          >
            Searches find the items of your catalog from the moment that they are stored.
          </Empty>
        ) : reply.items.length === 0 ? (
          <Empty icon="search" title="No results">
            {parameters.selected.length > 0 || parameters.filters !== ''
              ? 'No item matches both the query and the filters.'
              : 'No active item matches this query, even with typos.'}
          </Empty>
        ) : (
          <ResultCards
            items={reply.items}
            project={project}
            query={parameters.q}
            explain={explain}
            titled={titled}
            merchandising={merchandising}
          />
        )}
        {reply.items.length < reply.total && (
          <button
            type="button"
            className="button"
            onClick={() => onChange({ limit: parameters.limit + pageSize })}
          >
            Show more
          </button>
        )}
      </div>
    </div>
  );
}

/** The results with unsaved rules. */
function previewed(reply: SearchReply, preview: NonNullable<Merchandising['preview']>): SearchReply {
  const { redirect: _, rewrittenQuery: __, userData: ___, ...others } = reply;
  const { redirect, rewrittenQuery, userData } = preview;
  return {
    ...others,
    items: preview.items,
    total: preview.total,
    rules: preview.acting,
    ...(redirect === undefined ? {} : { redirect }),
    ...(rewrittenQuery === undefined ? {} : { rewrittenQuery }),
    ...(userData === undefined ? {} : { userData }),
  };
}

export function Summary({ reply }: { reply: SearchReply }): ReactNode {
  const fallback =
    reply.fallback === 'words_dropped'
      ? 'No item matches all words, so some words were dropped.'
      : reply.fallback === 'popular'
        ? 'No results: showing popular items instead.'
        : reply.fallback === 'semantic'
          ? 'No keyword match for the first result: it is a semantic match.'
          : null;
  const added = reply.semantic?.added ?? 0;
  return (
    <div className="stack tight">
      <p role="status" className="soft">
        <strong className="num">{counted(reply.total, 'item')}</strong> in{' '}
        <span className="num">{reply.tookMs} ms</span>
        {reply.correctedQuery !== null && (
          <>
            {' '}
            for <mark>{reply.correctedQuery}</mark> instead of “{reply.query}”
          </>
        )}
        {added > 0 && `, including ${counted(added, 'semantic match', 'semantic matches')}.`}
        {fallback !== null && `${added > 0 ? '' : '.'} ${fallback}`}
      </p>
      {reply.semantic?.language != null && (
        <p className="soft">
          The query is in another language: compared by meaning with the names in{' '}
          {languageName(reply.semantic.language)}.
        </p>
      )}
      {reply.ignoredWords !== undefined && (
        <p className="soft">Ignored words: {reply.ignoredWords.map((phrase) => `“${phrase}”`).join(', ')}</p>
      )}
      {reply.learnedCorrections !== undefined && (
        <p className="soft">
          Learned from visitors:{' '}
          {reply.learnedCorrections.map(({ word, target }) => `“${word}” is “${target}”`).join(', ')}
        </p>
      )}
      {reply.warnings?.map((warning) => (
        <p key={warning.path} className="note warn">
          {warning.detail}
        </p>
      ))}
    </div>
  );
}

/** Fields requested at most; each may be counted without its own filter. */
const facetFieldsMax = 20;
const facetValuesMax = 10;

/** The facets of the settings and other fields, in the orders that are not saved yet. */
function requestedFacets(
  fields: readonly string[],
  settings: readonly FacetSetting[],
  edits: ReadonlyMap<string, FacetEdit>,
): FacetRequest[] {
  const hidden = settings.filter(({ display }) => display === 'hidden').map(({ field }) => field);
  const all = new Set([...settings.map(({ field }) => field), ...fields]);
  for (const field of hidden) all.delete(field);
  return [...all].slice(0, facetFieldsMax).map((field) => {
    const order = edits.get(field)?.order;
    return { field, limit: facetValuesMax, ...(order === undefined ? {} : { order }) };
  });
}

function runSearch(
  project: string,
  parameters: SearchParameters,
  explain: boolean,
  facets: readonly FacetRequest[],
  signal: AbortSignal,
): Promise<SearchReply> {
  const filters = filterOf(parameters);
  return service.search(
    project,
    {
      q: parameters.q,
      filters,
      facets,
      // Other values of a selected facet remain, to be selected as well.
      disjunctive: facets.map(({ field }) => field),
      explain,
      limit: parameters.limit,
      ...localMembersOf(parameters),
      ...(parameters.sort === '' ? {} : { sort: [parameters.sort] }),
      ...(parameters.asWords.length === 0 ? {} : { asWords: parameters.asWords }),
    },
    { signal },
  );
}

/** Joins values of one field with OR, and the fields and the typed filter with AND. */
function filterOf({ selected, filters }: SearchParameters): string {
  const byField = new Map<string, string[]>();
  for (const one of selected) {
    const colon = one.indexOf(':');
    const field = one.slice(0, colon);
    byField.set(field, [...(byField.get(field) ?? []), `${field}:${quotedValue(one.slice(colon + 1))}`]);
  }
  const parts = [...byField.values()].map((values) => `(${values.join(' OR ')})`);
  if (filters.trim() !== '') parts.push(`(${filters})`);
  return parts.join(' AND ');
}
