import type { Item } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { useOpenedByAddress } from '../app/opened-by-address.ts';
import { Link, projectPath } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { counted } from '../parts/formats.ts';
import { Icon } from '../parts/icons.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { View } from '../parts/shell.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import type { Sample } from '../parts/empty-sample.tsx';
import { Empty, ErrorNote, SkeletonRows } from '../parts/states.tsx';
import { DeleteItem } from './delete-item.tsx';
import { BulkDialog } from './items/bulk/bulk-dialog.tsx';
import { selectedItems } from './items/bulk/bulk-targets.ts';
import { SelectionBar } from './items/bulk/selection-bar.tsx';
import { ColumnMenu } from './items/column-menu.tsx';
import { useItemColumns } from './items/item-columns.ts';
import { ExportDialog } from './items/export/export-dialog.tsx';
import { foundText, ItemFilters } from './items/item-filters.tsx';
import {
  hasFilters,
  itemsPath,
  pageSize,
  queryText,
  rowNoun,
  useItemQuery,
  viewQuery,
  type ItemQuery,
} from './items/item-query.ts';
import { ItemTable } from './items/item-table.tsx';
import { loadItems, type ItemList, type ItemRow } from './items/load-items.ts';
import { Pages } from './items/pages.tsx';
import { useExpansion } from './items/use-expansion.ts';
import { useSelection } from './items/use-selection.ts';
import { useTableEdits } from './items/use-table-edits.ts';

const noRows: readonly ItemRow[] = [];
const sampleItems: Sample = {
  kind: 'rows',
  hasPictures: true,
  rows: [
    ['Rain jacket', '89.00', '12 in stock'],
    ['Walking boots', '129.00', '4 in stock'],
  ],
};

/** The catalog: a table with search, filters, edits in place and changes of many items. */
export function Items({ project }: ProjectView): ReactNode {
  const { query, update } = useItemQuery(itemsPath(project.id), { name: 'page', first: 1 });
  const settings = useLoad(project.id, (signal) => service.settings.get(project.id, { signal }));
  const groupBy = settings.value?.settings.search.groupBy ?? null;
  const offset = (query.position - 1) * pageSize;
  const loaded = useLoad(JSON.stringify([{ ...query, columns: null }, groupBy]), async (signal) =>
    groupBy === null ? null : loadItems(project.id, query, { limit: pageSize, offset }, { signal, groupBy }),
  );
  const result = loaded.value;
  const failed = settings.error === null ? loaded : settings;
  const { error } = failed;
  const isUnfiltered = query.q === '' && query.active === 'active' && !hasFilters(query);
  return (
    <View
      title="Items"
      intro={<Intro project={project} />}
      actions={<ItemActions project={project.id} query={query} result={result} />}
    >
      {error !== null && <ErrorNote error={error} retry={failed.reload} />}
      <LoadedItems
        project={project}
        query={query}
        update={update}
        result={result}
        groupBy={groupBy ?? ''}
        isBusy={loaded.busy}
        isFailed={error !== null}
        reload={loaded.reload}
      />
      {result?.rows.length === 0 && !result.isTooDeep && (
        <Empty
          icon="items"
          title={isUnfiltered ? 'No items yet' : 'No matching items'}
          {...(isUnfiltered ? { sample: sampleItems } : {})}
          action={isUnfiltered ? <ImportLink project={project.id} /> : undefined}
        >
          {isUnfiltered
            ? 'Import a file or a feed, or add items one by one.'
            : 'Try another search, status or filter.'}
        </Empty>
      )}
    </View>
  );
}

function Intro({ project: { id, pictures } }: Pick<ProjectView, 'project'>): ReactNode {
  return (
    <>
      The catalog of this project. Inactive items appear only here.
      {pictures.failed > 0 && (
        <>
          {' '}
          <Link to={projectPath(id, '/pictures')}>{counted(pictures.failed, 'picture')} failed</Link>
        </>
      )}
    </>
  );
}

interface LoadedOptions {
  readonly project: ProjectView['project'];
  readonly query: ItemQuery;
  readonly update: (changes: Partial<ItemQuery>) => void;
  readonly result: ItemList | null;
  readonly groupBy: string;
  readonly isBusy: boolean;
  readonly isFailed: boolean;
  readonly reload: () => void;
}

/** The filters, and the table with what is selected in it. */
function LoadedItems(options: LoadedOptions): ReactNode {
  const { project, query, update, result, groupBy, isBusy, isFailed, reload } = options;
  const may = useMay();
  const notify = useToast();
  const columns = useItemColumns(query, update);
  const path = itemsPath(project.id);
  const selection = useSelection(JSON.stringify({ ...query, position: 0, sort: '', columns: null }));
  const edits = useTableEdits(project.id, project.currency, groupBy);
  const expansion = useExpansion(project.id, query, groupBy, result?.rows ?? noRows);
  const [toDelete, setToDelete] = useState<Item | null>(null);
  const [bulk, setBulk] = useState<'edit' | 'delete' | null>(null);
  const total = result?.total ?? 0;
  const what = rowNoun(query);
  const switchActive = async (item: Item): Promise<void> => {
    try {
      await service.items.change(project.id, item._id, { active: item.active === false });
      notify(`${item.name} is now ${item.active === false ? 'active' : 'inactive'}`);
      reload();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const hasSelection = selection.isEverything || selection.rows.length > 0;
  return (
    <>
      <SavedViews
        project={project.id}
        page="items"
        allName="All items"
        path={path}
        current={viewQuery(query)}
        stored={
          columns.isUsual && viewQuery(query) === ''
            ? ''
            : viewQuery({ ...query, columns: columns.shown.map(({ id }) => id) })
        }
      />
      <ItemFilters project={project.id} query={query} update={update} total={result?.total ?? null}>
        <ColumnMenu query={query} update={update} columns={columns} />
      </ItemFilters>
      {result === null && !isFailed && <SkeletonRows count={12} height="3.3rem" columns={5} />}
      {result !== null && result.rows.length > 0 && (
        <div aria-busy={isBusy}>
          <ItemTable
            rows={result.rows}
            project={project}
            query={query}
            columns={columns.shown}
            hasUsualColumns={columns.isUsual}
            selection={selection}
            edits={edits}
            expansion={expansion}
            mayChange={may('changeItem') && may('changeItems')}
            mayDelete={may('deleteItem')}
            onSort={(sort) => update({ sort })}
            onSwitch={(item) => void switchActive(item)}
            onDelete={setToDelete}
          />
        </div>
      )}
      {result?.isTooDeep === true && <TooDeep query={query} update={update} />}
      {total > pageSize && (
        <Pages page={query.position} total={total} onPage={(to) => update({ position: to })} />
      )}
      {hasSelection && (
        <SelectionBar
          selection={selection}
          total={total}
          what={what}
          mayDelete={may('deleteItem')}
          onEdit={() => setBulk('edit')}
          onDelete={() => setBulk('delete')}
        />
      )}
      {bulk !== null && (
        <BulkDialog
          project={project.id}
          currency={project.currency}
          title={`${bulk === 'edit' ? 'Edit' : 'Delete'} ${selection.isEverything ? counted(total, what) : counted(selection.rows.length, 'row')}`}
          isDeletion={bulk === 'delete'}
          mayDelete={may('deleteItem')}
          read={(onRead, signal) =>
            selectedItems(
              { project: project.id, query, groupBy },
              { rows: selection.rows.map(edits.current), isEverything: selection.isEverything },
              onRead,
              signal,
            )
          }
          onClose={(isChanged) => {
            setBulk(null);
            if (!isChanged) return;
            selection.clear();
            reload();
          }}
        />
      )}
      {toDelete !== null && (
        <DeleteItem
          project={project.id}
          item={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            setToDelete(null);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The end of a list that a search cannot page further: `loadItems()` says which. */
function TooDeep({
  query,
  update,
}: {
  query: ItemQuery;
  update: (changes: Partial<ItemQuery>) => void;
}): ReactNode {
  return (
    <div className="note warn">
      <strong>This list ends here</strong>
      <span>
        Lists of products, and lists by relevance or text, end after 10,000 rows. Add a filter, or show each
        variant as a row, oldest first: that list has no end.
      </span>
      <button
        type="button"
        className="button small"
        onClick={() => update({ rows: 'items', sort: '_createdAt:asc', position: query.position })}
      >
        Show all items
      </button>
    </div>
  );
}

function ItemActions({
  project,
  query,
  result,
}: {
  project: string;
  query: ItemQuery;
  result: ItemList | null;
}): ReactNode {
  const [exporting, setExporting] = useState<'listed' | 'asks' | null>(null);
  const hasItems = (result?.rows.length ?? 0) > 0;
  useOpenedByAddress('export', () => setExporting('asks'));
  const offset = (query.position - 1) * pageSize;
  const sheetQuery = queryText({ ...query, position: offset }, { name: 'offset', first: 0 });
  return (
    <>
      {hasItems && (
        <Allowed operation="changeItems">
          <Link to={itemsPath(project, `/bulk-edit${sheetQuery}`)} className="button">
            <Icon name="sheet" />
            Edit prices and stock
          </Link>
        </Allowed>
      )}
      {hasItems && (
        <Allowed operation="exportItems">
          <span className="button-pair">
            <button type="button" className="button" onClick={() => setExporting('listed')}>
              <Icon name="export" />
              Export CSV
            </button>
            <button
              type="button"
              className="button"
              aria-label="Export as …"
              title="Export as …"
              onClick={() => setExporting('asks')}
            >
              <Icon name="chevron" size={16} />
            </button>
          </span>
        </Allowed>
      )}
      <NewItemLink project={project} />
      {exporting !== null && result !== null && (
        <ExportDialog
          project={project}
          query={query}
          found={foundText(query, result.total)}
          startsAtOnce={exporting === 'listed'}
          onClose={() => setExporting(null)}
        />
      )}
    </>
  );
}

function ImportLink({ project }: { project: string }): ReactNode {
  return (
    <Allowed operation="importItems">
      <Link to={projectPath(project, '/import')} className="button main">
        Import your catalog
      </Link>
    </Allowed>
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
