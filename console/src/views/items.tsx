import type { Item } from '@vitrine/sdk';
import { useEffect, useState, type ReactNode } from 'react';
import { useLoad, useRested } from '../app/load.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import type { ProjectView } from '../app/routes.tsx';
import { messageOf, service } from '../app/service.ts';
import { View } from '../app/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Field, SelectField } from '../parts/field.tsx';
import { counted, money } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { PictureOf, picturesOf } from '../parts/picture.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

const pageSize = 25;

export function Items({ project }: ProjectView): ReactNode {
  const { place, go } = useRouter();
  const words = place.query.get('q') ?? '';
  const active = place.query.get('active') ?? '';
  const page = Math.max(1, Number(place.query.get('page')) || 1);
  const [typed, setTyped] = useState(words);
  const rested = useRested(typed, 200);
  const [doomed, setDoomed] = useState<Item | null>(null);
  const tell = useToast();
  const loaded = useLoad(`${words} ${active} ${page}`, (signal) =>
    pageOf(project.id, { words, active, page }, signal),
  );

  const show = (wanted: { q?: string; active?: string; page?: number }): void => {
    const query = new URLSearchParams();
    const next = { q: words, active, page: 1, ...wanted };
    if (next.q !== '') query.set('q', next.q);
    if (next.active !== '') query.set('active', next.active);
    if (next.page > 1) query.set('page', String(next.page));
    const text = query.toString();
    go(`${projectPath(project.id, '/items')}${text === '' ? '' : `?${text}`}`, wanted.page === undefined);
  };
  useEffect(() => {
    if (rested !== words) show({ q: rested });
    // Only what is typed moves the address; going back must not be undone by it.
  }, [rested]);

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
  const newItem = (
    <Link to={projectPath(project.id, '/items/new')} className="button main">
      <Icon name="plus" />
      New item
    </Link>
  );
  return (
    <View
      title="Items"
      intro="The catalog of the project. Inactive items are listed here and shown nowhere else."
      actions={newItem}
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
          title={words === '' && active === '' ? 'No items yet' : 'Nothing matches'}
          action={words === '' && active === '' ? newItem : undefined}
        >
          {words === '' && active === ''
            ? 'Add one by hand, or import a file of them.'
            : 'Try other words, or another state.'}
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
        <Confirm
          title="Delete this item?"
          action="Delete item"
          onClose={() => setDoomed(null)}
          onConfirm={async () => {
            await service.items.remove(project.id, doomed._id);
            setDoomed(null);
            loaded.reload();
            tell(`Deleted ${doomed.name}`);
          }}
        >
          “{doomed.name}” disappears from every search and list at once. This cannot be taken back; to hide it
          for a while, make it inactive.
        </Confirm>
      )}
    </View>
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
  { words, active, page }: { words: string; active: string; page: number },
  signal: AbortSignal,
): Promise<{ items: readonly Item[]; total: number }> {
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  if (words !== '') return service.search(project, { q: words, highlight: false, ...window }, { signal });
  return service.items.list(
    project,
    { ...window, ...(active === '' ? {} : { active: active === 'true' }) },
    { signal },
  );
}
