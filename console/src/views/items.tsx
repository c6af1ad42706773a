import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useDebouncedQueryParameter } from '../app/typed.ts';
import { Field, SelectField } from '../parts/field.tsx';
import { counted, money } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { PictureOf, picturesOf } from '../parts/picture.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { DeleteItem } from './delete-item.tsx';

const pageSize = 25;

/** What the address says of the list. */
interface Asked {
  readonly q: string;
  readonly active: string;
  readonly page: number;
}

export function Items({ project }: ProjectView): ReactNode {
  const { asked, show } = useAsked(project.id);
  const { q: words, active, page } = asked;
  const { typed, setTyped } = useDebouncedQueryParameter(words, (q) => show({ q }), 200);
  const [doomed, setDoomed] = useState<Item | null>(null);
  const tell = useToast();
  const loaded = useLoad(JSON.stringify(asked), (signal) => pageOf(project.id, asked, signal));
  const switchActive = async (item: Item): Promise<void> => {
    try {
      await service.items.change(project.id, item._id, { active: item.active === false });
      tell(`${item.name} is ${item.active === false ? 'active' : 'inactive'} now`);
      loaded.reload();
    } catch (error) {
      tell(messageOf(error), 'bad');
    }
  };
  const found = loaded.value;
  const bare = words === '' && active === '';
  return (
    <View
      title="Items"
      intro="The catalog of the project. Inactive items are listed here and shown nowhere else."
      actions={<NewItemLink project={project.id} />}
    >
      <div className="row" role="search" style={{ alignItems: 'end' }}>
        <div className="grow">
          <Field
            label="Find items by words"
            type="search"
            placeholder="Names, descriptions, brands …"
            value={typed}
            onValue={setTyped}
          />
        </div>
        <SelectField
          label="State"
          value={words === '' ? active : 'true'}
          onValue={(value) => show({ active: value, ...(value === 'true' ? {} : { q: '' }) })}
          options={[
            ['', 'All'],
            ['true', 'Active'],
            ['false', 'Inactive'],
          ]}
        />
      </div>
      <p className="small soft" role="status">
        {found === null
          ? ' '
          : `${counted(found.total, 'item')}${words === '' ? '' : ` found for “${words}” among the active ones`}`}
      </p>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {found === null && loaded.error === null && <Skeleton count={6} height="4.5rem" />}
      {found !== null && found.items.length === 0 && (
        <Empty
          icon="items"
          title={bare ? 'No items yet' : 'Nothing matches'}
          action={bare ? <NewItemLink project={project.id} /> : undefined}
        >
          {bare ? 'Add one by hand, or import a file of them.' : 'Try other words, or another state.'}
        </Empty>
      )}
      {found !== null && found.items.length > 0 && (
        <ItemTable
          items={found.items}
          project={project}
          onSwitch={(item) => void switchActive(item)}
          onDelete={setDoomed}
        />
      )}
      {found !== null && found.total > pageSize && (
        <Pages page={page} total={found.total} onPage={(to) => show({ page: to })} />
      )}
      {doomed !== null && (
        <DeleteItem
          project={project.id}
          item={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            setDoomed(null);
            loaded.reload();
          }}
        />
      )}
    </View>
  );
}

function useAsked(project: string): { asked: Asked; show: (wanted: Partial<Asked>) => void } {
  const { place, go } = useRouter();
  const asked: Asked = {
    q: place.query.get('q') ?? '',
    active: place.query.get('active') ?? '',
    page: Math.max(1, Number(place.query.get('page')) || 1),
  };
  const show = (wanted: Partial<Asked>): void => {
    const query = new URLSearchParams();
    const next = { ...asked, page: 1, ...wanted };
    if (next.q !== '') query.set('q', next.q);
    if (next.active !== '') query.set('active', next.active);
    if (next.page > 1) query.set('page', String(next.page));
    const text = query.toString();
    go(`${projectPath(project, '/items')}${text === '' ? '' : `?${text}`}`, wanted.page === undefined);
  };
  return { asked, show };
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
              <span className="unseen">Picture</span>
            </th>
            <th>Name</th>
            <th className="hide-narrow">Sku</th>
            <th className="right">Price</th>
            <th className="hide-narrow">State</th>
            <th className="hide-narrow">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item._id}>
              <td>
                <span className="thumb">
                  <PictureOf url={picturesOf(item)[0]?.url} />
                </span>
              </td>
              <td>
                <span className="name">
                  <Link to={projectPath(project.id, `/items/${encodeURIComponent(item._id)}`)}>
                    {item.name}
                  </Link>
                  <span className="small faint crop-line">{item.id}</span>
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
                    <span className="unseen"> {item.name}</span>
                  </button>
                  <button type="button" className="button small bad" onClick={() => onDelete(item)}>
                    Delete<span className="unseen"> {item.name}</span>
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
  { q: words, active, page }: Asked,
  signal: AbortSignal,
): Promise<{ items: readonly Item[]; total: number }> {
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  if (words !== '') {
    const asked = { q: words, highlight: false, grouped: false, ...window } as const;
    const reply = await service.search(project, asked, { signal });
    return reply.fallback === 'popular' ? { items: [], total: 0 } : reply;
  }
  return service.items.list(
    project,
    { ...window, ...(active === '' ? {} : { active: active === 'true' }) },
    { signal },
  );
}
