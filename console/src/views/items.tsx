import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useDebouncedQueryParameter } from '../app/debounced-query-parameter.ts';
import { Field, SelectField } from '../parts/field.tsx';
import { counted, money } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { ItemPicture, picturesOf } from '../parts/picture.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { DeleteItem } from './delete-item.tsx';

const pageSize = 25;

/** Query parameters of the list. */
interface ListParameters {
  readonly q: string;
  readonly active: string;
  readonly page: number;
}

export function Items({ project }: ProjectView): ReactNode {
  const { parameters, update } = useListParameters(project.id);
  const { q: query, active, page } = parameters;
  const { typed, setTyped } = useDebouncedQueryParameter(query, (q) => update({ q }), 200);
  const [toDelete, setToDelete] = useState<Item | null>(null);
  const notify = useToast();
  const loaded = useLoad(JSON.stringify(parameters), (signal) => pageOf(project.id, parameters, signal));
  const switchActive = async (item: Item): Promise<void> => {
    try {
      await service.items.change(project.id, item._id, { active: item.active === false });
      notify(`${item.name} is now ${item.active === false ? 'active' : 'inactive'}`);
      loaded.reload();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const result = loaded.value;
  const isUnfiltered = query === '' && active === '';
  return (
    <View
      title="Items"
      intro="The catalog of this project. Inactive items appear only here."
      actions={<NewItemLink project={project.id} />}
    >
      <div className="row" role="search" style={{ alignItems: 'end' }}>
        <div className="grow">
          <Field
            label="Search items"
            type="search"
            placeholder="Name, description, brand …"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <SelectField
          label="Status"
          value={query === '' ? active : 'true'}
          onValue={(value) => update({ active: value, ...(value === 'true' ? {} : { q: '' }) })}
          options={[
            ['', 'All'],
            ['true', 'Active'],
            ['false', 'Inactive'],
          ]}
        />
      </div>
      <p className="small soft" role="status">
        {result === null
          ? ' '
          : `${counted(result.total, 'item')}${query === '' ? '' : ` found for “${query}” among active items`}`}
      </p>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {result === null && loaded.error === null && <Skeleton count={6} height="4.5rem" />}
      {result !== null && result.items.length === 0 && (
        <Empty
          icon="items"
          title={isUnfiltered ? 'No items yet' : 'No matching items'}
          action={isUnfiltered ? <NewItemLink project={project.id} /> : undefined}
        >
          {isUnfiltered ? 'Add an item or import a file.' : 'Try another search or status.'}
        </Empty>
      )}
      {result !== null && result.items.length > 0 && (
        <ItemTable
          items={result.items}
          project={project}
          onSwitch={(item) => void switchActive(item)}
          onDelete={setToDelete}
        />
      )}
      {result !== null && result.total > pageSize && (
        <Pages page={page} total={result.total} onPage={(to) => update({ page: to })} />
      )}
      {toDelete !== null && (
        <DeleteItem
          project={project.id}
          item={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            setToDelete(null);
            loaded.reload();
          }}
        />
      )}
    </View>
  );
}

function useListParameters(project: string): {
  parameters: ListParameters;
  update: (changes: Partial<ListParameters>) => void;
} {
  const { route, go } = useRouter();
  const parameters: ListParameters = {
    q: route.query.get('q') ?? '',
    active: route.query.get('active') ?? '',
    page: Math.max(1, Number(route.query.get('page')) || 1),
  };
  const update = (changes: Partial<ListParameters>): void => {
    const search = new URLSearchParams();
    const next = { ...parameters, page: 1, ...changes };
    if (next.q !== '') search.set('q', next.q);
    if (next.active !== '') search.set('active', next.active);
    if (next.page > 1) search.set('page', String(next.page));
    const text = search.toString();
    go(`${projectPath(project, '/items')}${text === '' ? '' : `?${text}`}`, changes.page === undefined);
  };
  return { parameters, update };
}

function NewItemLink({ project }: { project: string }): ReactNode {
  return (
    <Link to={projectPath(project, '/items/new')} className="button main">
      <Icon name="plus" />
      New item
    </Link>
  );
}

function ItemTable(options: {
  items: readonly Item[];
  project: ProjectView['project'];
  onSwitch: (item: Item) => void;
  onDelete: (item: Item) => void;
}): ReactNode {
  const { items, project, onSwitch, onDelete } = options;
  return (
    <div className="table-wrap items">
      <table>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Picture</span>
            </th>
            <th>Name</th>
            <th className="hide-narrow">SKU</th>
            <th className="right">Price</th>
            <th className="hide-narrow">Status</th>
            <th className="hide-narrow">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item._id}>
              <td>
                <span className="thumb">
                  <ItemPicture url={picturesOf(item)[0]?.url} />
                </span>
              </td>
              <td>
                <span className="name">
                  <Link to={projectPath(project.id, `/items/${encodeURIComponent(item._id)}`)}>
                    {item.name}
                  </Link>
                  <span className="small faint truncate">{item.id}</span>
                  {item.active === false && (
                    <span className="badge only-narrow" style={{ justifySelf: 'start' }}>
                      Inactive
                    </span>
                  )}
                </span>
              </td>
              <td className="hide-narrow soft sku">{item.sku}</td>
              <td className="right num">{money(item.price, project.currency)}</td>
              <td className="hide-narrow">
                <span className={item.active === false ? 'badge' : 'badge good'}>
                  {item.active === false ? 'Inactive' : 'Active'}
                </span>
              </td>
              <td className="right hide-narrow">
                <span className="row end" style={{ flexWrap: 'nowrap' }}>
                  <button type="button" className="button small" onClick={() => onSwitch(item)}>
                    {item.active === false ? 'Activate' : 'Deactivate'}
                    <span className="visually-hidden"> {item.name}</span>
                  </button>
                  <button type="button" className="button small bad" onClick={() => onDelete(item)}>
                    Delete<span className="visually-hidden"> {item.name}</span>
                  </button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pages({
  page,
  total,
  onPage,
}: {
  page: number;
  total: number;
  onPage: (page: number) => void;
}): ReactNode {
  const last = Math.ceil(total / pageSize);
  return (
    <nav className="row" aria-label="Pages" style={{ justifyContent: 'center' }}>
      <button type="button" className="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span className="num soft">
        Page {page} of {last}
      </span>
      <button type="button" className="button" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  );
}

async function pageOf(
  project: string,
  { q: query, active, page }: ListParameters,
  signal: AbortSignal,
): Promise<{ items: readonly Item[]; total: number }> {
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  if (query !== '') {
    const request = { q: query, highlight: false, grouped: false, ...window } as const;
    const reply = await service.search(project, request, { signal });
    return reply.fallback === 'popular' ? { items: [], total: 0 } : reply;
  }
  return service.items.list(
    project,
    { ...window, ...(active === '' ? {} : { active: active === 'true' }) },
    { signal },
  );
}
