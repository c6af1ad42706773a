import type { Facet, SearchItem, SearchReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { facetFields } from '../app/facet-fields.ts';
import { useLoad } from '../app/load.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { useDebouncedQueryParameter } from '../app/typed.ts';
import { View } from '../parts/shell.tsx';
import { Combobox } from '../parts/combobox.tsx';
import { Check, Field, SelectField } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import { WhyNot } from './why-not.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { Highlighted } from '../parts/highlighted.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

const pageSize = 24;
const sorts = [
  ['', 'Best first'],
  ['price:asc', 'Cheapest first'],
  ['price:desc', 'Dearest first'],
  ['name:asc', 'By name'],
] as const;

/** What the address says of a search. Facets chosen stand as `f=field:value`. */
interface Asked {
  readonly q: string;
  readonly chosen: readonly string[];
  readonly filters: string;
  readonly sort: string;
  readonly limit: number;
}

export function Search({ project }: ProjectView): ReactNode {
  const { asked, show } = useAsked(project.id);
  const { typed, setTyped, rested } = useDebouncedQueryParameter(asked.q, (q) => show({ q }), 60);
  const filter = useDebouncedQueryParameter(asked.filters, (filters) => show({ filters }), 400);
  const [explain, setExplain] = useState(false);
  const fields = useLoad(project.id, (signal) => facetFields(project.id, signal));
  const found = useLoad(JSON.stringify([asked, explain, fields.value]), (signal) =>
    ask(project.id, asked, explain, fields.value ?? [], signal),
  );
  const suggested = useLoad(rested, async (signal) =>
    rested === '' ? null : service.suggest(project.id, { q: rested, limit: 6 }, { signal }),
  );
  const suggestions = typed === '' ? [] : (suggested.value?.suggestions ?? []);
  return (
    <View title="Search" intro="What shoppers find, as they would. Nothing here is counted as an event.">
      <div className="stack" role="search">
        <Combobox
          label="Search the project"
          placeholder="Try a word, half a word, or one with a typo"
          value={typed}
          onValue={setTyped}
          onPick={setTyped}
          options={suggestions.map((one) => ({
            key: one.text,
            text: <Highlighted text={one.highlighted} />,
            note: one.kind === 'item' ? 'item' : `${one.kind}, ${one.count}`,
          }))}
        />
        <div className="row" style={{ alignItems: 'end' }}>
          <div className="grow">
            <Field
              label="Filter"
              className="code"
              placeholder="price < 20 AND NOT brand:Arla"
              value={filter.typed}
              onValue={filter.setTyped}
              spellCheck={false}
            />
          </div>
          <SelectField label="Order" value={asked.sort} onValue={(sort) => show({ sort })} options={sorts} />
          <Check label="Explain the places" checked={explain} onChecked={setExplain} />
        </div>
      </div>
      {found.error !== null && <ErrorNote error={found.error} retry={found.reload} />}
      {found.value === null && found.error === null && <Skeleton count={2} height="14rem" />}
      {found.value !== null && (
        <Found
          reply={found.value}
          project={project}
          asked={asked}
          explain={explain}
          busy={found.busy}
          onShow={show}
        />
      )}
    </View>
  );
}

function useAsked(project: string): { asked: Asked; show: (next: Partial<Asked>) => void } {
  const { place, go } = useRouter();
  const asked: Asked = {
    q: place.query.get('q') ?? '',
    chosen: place.query.getAll('f'),
    filters: place.query.get('filters') ?? '',
    sort: place.query.get('sort') ?? '',
    limit: Math.min(1000, Number(place.query.get('limit')) || pageSize),
  };
  const show = (next: Partial<Asked>): void => {
    const { q, chosen, filters, sort, limit } = { ...asked, limit: pageSize, ...next };
    const query = new URLSearchParams();
    if (q !== '') query.set('q', q);
    for (const one of chosen) query.append('f', one);
    if (filters !== '') query.set('filters', filters);
    if (sort !== '') query.set('sort', sort);
    if (limit !== pageSize) query.set('limit', String(limit));
    const text = query.toString();
    go(`${projectPath(project, '/search')}${text === '' ? '' : `?${text}`}`, true);
  };
  return { asked, show };
}

interface FoundOptions {
  readonly reply: SearchReply;
  readonly project: ProjectView['project'];
  readonly asked: Asked;
  readonly explain: boolean;
  readonly busy: boolean;
  readonly onShow: (next: Partial<Asked>) => void;
}

function Found({ reply, project, asked, explain, busy, onShow }: FoundOptions): ReactNode {
  const facets = Object.entries(reply.facets).filter(([, facet]) => facet.values.length > 0);
  return (
    <div className={facets.length === 0 ? 'try no-facets' : 'try'} aria-busy={busy}>
      {facets.length > 0 && (
        <Facets facets={facets} chosen={asked.chosen} onChosen={(chosen) => onShow({ chosen })} />
      )}
      <div className="stack">
        <h2 className="unseen">Results</h2>
        <Summary reply={reply} />
        {reply.items.length === 0 ? (
          <Empty icon="search" title="Nothing found">
            {asked.chosen.length > 0 || asked.filters !== ''
              ? 'No item has all of these words and fits the filter.'
              : 'No active item has these words, not even with a typo.'}
          </Empty>
        ) : (
          <ul className="shelf">
            {reply.items.map((item, index) => (
              <ProductCard
                key={item._id}
                item={item}
                project={project}
                place={index + 1}
                highlights={item._highlights}
                why={item._reason && <p className="why">{item._reason.text}</p>}
                numbers={explain ? { score: item._score, ...numbersOf(item._ranking) } : undefined}
                reasons={explain ? reasonsOf(item._ranking) : undefined}
              />
            ))}
          </ul>
        )}
        <WhyNot project={project.id} q={asked.q} filters={filterOf(asked)} />
        {reply.items.length < reply.total && (
          <button type="button" className="button" onClick={() => onShow({ limit: asked.limit + pageSize })}>
            Show more
          </button>
        )}
      </div>
    </div>
  );
}

/** What a ranking says in words. */
function reasonsOf(ranking: SearchItem['_ranking']): readonly string[] {
  const reasons = ranking?.['reasons'];
  return Array.isArray(reasons) ? reasons.map(String) : [];
}

function numbersOf(ranking: SearchItem['_ranking'] = {}): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(ranking).flatMap(([name, value]) =>
      typeof value === 'number' && name !== 'criteria' ? [[name, value]] : [],
    ),
  );
}

export function Summary({ reply }: { reply: SearchReply }): ReactNode {
  const changed =
    reply.fallback === 'words_dropped'
      ? 'No item has all the words: some were dropped.'
      : reply.fallback === 'popular'
        ? 'Nothing is found: these are popular items instead.'
        : reply.fallback === 'semantic'
          ? 'The first has none of the words: it is near in meaning.'
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
        {added > 0 && `, ${count(added)} of them by meaning alone.`}
        {changed !== null && ` ${changed}`}
      </p>
      {reply.warnings?.map((warning) => (
        <p key={warning.path} className="note warn">
          {warning.detail}
        </p>
      ))}
    </div>
  );
}

export function Facets(options: {
  facets: readonly (readonly [string, Facet])[];
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}): ReactNode {
  const { facets, chosen, onChosen } = options;
  // On a narrow screen the results come first, and what narrows them down is folded away.
  const [open, setOpen] = useState(() => innerWidth > 832);
  const toggle = (one: string): void =>
    onChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  return (
    <section className="stack" aria-label="Narrow it down">
      <h2 className="unseen">Narrow it down</h2>
      <button
        type="button"
        className="button small only-narrow"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the filters' : 'Narrow it down'}
      </button>
      {chosen.length > 0 && (
        <button
          type="button"
          className="button small"
          onClick={() => onChosen([])}
          style={{ justifySelf: 'start' }}
        >
          Clear what is chosen
        </button>
      )}
      {open &&
        facets.map(([field, facet]) => (
          <div key={field} className="facet" role="group" aria-label={field}>
            <h3>{field}</h3>
            {facet.values.map(({ value, count }) => (
              <button
                key={value}
                type="button"
                aria-pressed={chosen.includes(`${field}:${value}`)}
                onClick={() => toggle(`${field}:${value}`)}
              >
                <span>{value}</span>
                <span className="num faint">{count}</span>
              </button>
            ))}
            {facet.distinct > facet.values.length && (
              <span className="small faint">and {facet.distinct - facet.values.length} more</span>
            )}
          </div>
        ))}
    </section>
  );
}

function ask(
  project: string,
  asked: Asked,
  explain: boolean,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<SearchReply> {
  const facets = fields.map((field) => `${field}:8`);
  const filters = filterOf(asked);
  return service.search(
    project,
    {
      q: asked.q,
      filters,
      facets,
      explain,
      limit: asked.limit,
      ...(asked.sort === '' ? {} : { sort: [asked.sort] }),
    },
    { signal },
  );
}

/** Values of one field are alternatives; fields, and the filter that was typed, all must hold. */
function filterOf({ chosen, filters }: Asked): string {
  const byField = new Map<string, string[]>();
  for (const one of chosen) {
    const colon = one.indexOf(':');
    const field = one.slice(0, colon);
    byField.set(field, [...(byField.get(field) ?? []), `${field}:${quoted(one.slice(colon + 1))}`]);
  }
  const parts = [...byField.values()].map((values) => `(${values.join(' OR ')})`);
  if (filters.trim() !== '') parts.push(`(${filters})`);
  return parts.join(' AND ');
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
