import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { Link } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { money } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { ItemPicture, picturesOf } from '../parts/picture.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { DeleteItem } from './delete-item.tsx';
import { ItemFilters } from './items/item-filters.tsx';
import { itemsPath, loadItems, pageSize, queryText, useItemQuery } from './items/item-query.ts';

export function Items({ project }: ProjectView): ReactNode {
  const { query, update } = useItemQuery(itemsPath(project.id), { name: 'page', first: 1 });
  const offset = (query.position - 1) * pageSize;
  const [toDelete, setToDelete] = useState<Item | null>(null);
  const notify = useToast();
  const may = useMay();
  const loaded = useLoad(JSON.stringify(query), (signal) =>
    loadItems(project.id, query, { limit: pageSize, offset }, signal),
  );
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
  const isUnfiltered = query.q === '' && query.active === '';
  const sheetQuery = queryText({ ...query, position: offset }, { name: 'offset', first: 0 });
  return (
    <View
      title="Items"
      intro="The catalog of this project. Inactive items appear only here."
      actions={
        <>
          {result !== null && result.items.length > 0 && may('changeItems') && (
            <Link to={itemsPath(project.id, `/bulk-edit${sheetQuery}`)} className="button">
              <Icon name="sheet" />
              Edit prices and stock
            </Link>
          )}
          <NewItemLink project={project.id} />
        </>
      }
    >
      <ItemFilters query={query} update={update} total={result?.total ?? null} />
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
        <Pages page={query.position} total={result.total} onPage={(to) => update({ position: to })} />
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

function NewItemLink({ project }: { project: string }): ReactNode {
  return (
    <Allowed operation="addItems">
      <Link to={itemsPath(project, '/new')} className="button main">
        <Icon name="plus" />
        New item
      </Link>
    </Allowed>
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
                  <Link to={itemsPath(project.id, `/${encodeURIComponent(item._id)}`)}>{item.name}</Link>
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
                  <Allowed operation="changeItem">
                    <button type="button" className="button small" onClick={() => onSwitch(item)}>
                      {item.active === false ? 'Activate' : 'Deactivate'}
                      <span className="visually-hidden"> {item.name}</span>
                    </button>
                  </Allowed>
                  <Allowed operation="deleteItem">
                    <button type="button" className="button small bad" onClick={() => onDelete(item)}>
                      Delete<span className="visually-hidden"> {item.name}</span>
                    </button>
                  </Allowed>
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
