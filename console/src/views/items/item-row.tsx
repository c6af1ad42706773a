import type { ReactNode } from 'react';
import { Link } from '../../app/router.tsx';
import { count, counted, time } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ItemPicture, picturesOf } from '../../parts/picture.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { ColumnId, ItemColumn } from './item-columns.ts';
import { itemsPath, lowStock } from './item-query.ts';
import type { ItemRow } from './load-items.ts';
import { isEditableCell, priceText, shownText, stockOf } from './row-values.ts';
import type { ShownRow, TableOptions } from './table-options.ts';
import { editedText, type EditedField } from './save-cell.ts';

interface RowOptions extends TableOptions {
  readonly shown: ShownRow;
  readonly index: number;
}

const editedFields: readonly ColumnId[] = ['name', 'brand', 'category', 'price', 'stock'];

/** A row of the table of items. */
export function TableRow(options: RowOptions): ReactNode {
  const { shown, index, columns, selection, mayChange } = options;
  const { row, isVariant } = shown;
  const { item } = row;
  const isSelected = selection.has(row.key);
  const first = mayChange ? 1 : 0;
  return (
    <tr
      className={[isSelected ? 'selected' : '', isVariant ? 'variant' : ''].join(' ').trim() || undefined}
      aria-selected={mayChange ? isSelected : undefined}
    >
      {mayChange && (
        <td className="choice" role="gridcell" tabIndex={-1} data-cell={`${index}:0`}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${item.name}`}
            checked={isSelected}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      <td className="picture" role="gridcell">
        <span className="thumb">
          <ItemPicture url={picturesOf(item)[0]?.url} size={18} />
        </span>
      </td>
      {columns.map((column, at) => (
        <Cell key={column.id} {...options} column={column} address={`${index}:${first + at}`} />
      ))}
      <td className="actions" role="gridcell" tabIndex={-1} data-cell={`${index}:${first + columns.length}`}>
        <RowActions {...options} />
      </td>
    </tr>
  );
}

function Cell(options: RowOptions & { column: ItemColumn; address: string }): ReactNode {
  const { column, address, shown, edits, mayChange, project } = options;
  const { row } = shown;
  const { item } = row;
  const field = editedFields.includes(column.id) ? (column.id as EditedField) : null;
  const isEditable = field !== null && mayChange && isEditableCell(row, field);
  const isEdited = edits.edited?.key === row.key && edits.edited.field === field;
  const className = [column.id, column.isNumber === true ? 'right num' : '', isEditable ? 'editable' : '']
    .filter(Boolean)
    .join(' ');
  const focusCell = (): void => {
    const cell = document.querySelector<HTMLElement>(`.item-grid [data-cell="${address}"]`);
    const active = document.activeElement;
    // The user may have gone elsewhere while the value was saved.
    if (active === document.body || cell?.contains(active) === true) cell?.focus({ preventScroll: true });
  };
  return (
    <td
      className={isEdited ? `${className} edited` : className}
      role="gridcell"
      tabIndex={-1}
      data-cell={address}
      data-label={column.label}
      aria-readonly={field !== null && mayChange ? !isEditable : undefined}
      {...(isEditable ? { 'data-field': field } : {})}
      onClick={(event) => {
        const isInner = event.target instanceof Element && event.target.closest('a, button, input') !== null;
        if (isEditable && !isInner && !isEdited && field !== 'name') edits.edit(row.key, field, null);
      }}
      onDoubleClick={() => isEditable && !isEdited && edits.edit(row.key, field, null)}
    >
      {isEdited && field !== null ? (
        <CellEditor
          label={`${column.label} of ${item.name}`}
          field={field}
          stored={editedText(item[field], field, project.currency)}
          typed={edits.edited.typed}
          project={project.id}
          onSave={(text) => edits.save(row, field, text)}
          onClose={() => {
            edits.close();
            // After React has removed the input.
            requestAnimationFrame(focusCell);
          }}
        />
      ) : (
        <CellValue {...options} isEditable={isEditable} />
      )}
    </td>
  );
}

function CellValue(options: RowOptions & { column: ItemColumn; isEditable: boolean }): ReactNode {
  const { column, shown, project, expansion, isEditable, edits } = options;
  const { row, isVariant } = shown;
  const { item, variantCount } = row;
  switch (column.id) {
    case 'name':
      return (
        <span className="name">
          <span className="name-line">
            <ItemLink {...options} />
            {isEditable && !isVariant && (
              <button
                type="button"
                className="edit-name"
                tabIndex={-1}
                title="Edit the name (F2)"
                onClick={() => edits.edit(row.key, 'name', null)}
              >
                <Icon name="pencil" size={14} />
                <span className="visually-hidden">Edit the name of {item.name}</span>
              </button>
            )}
          </span>
          <span className="small faint truncate">{item.id}</span>
          {item.active === false && <span className="badge">Inactive</span>}
        </span>
      );
    case 'price':
      return item.price === null && variantCount < 2 ? (
        <span className="faint">No price</span>
      ) : (
        priceText(row, project.currency)
      );
    case 'stock':
      return <Stock row={row} />;
    case 'variants':
      return variantCount < 2 ? null : (
        <button
          type="button"
          className="expand"
          tabIndex={-1}
          data-enter
          aria-expanded={expansion.isOpen(item._id)}
          onClick={() => expansion.toggle(row)}
        >
          <Icon name="chevron" size={15} />
          {count(variantCount)}
          <span className="visually-hidden"> variants of {item.name}</span>
        </button>
      );
    case 'changed':
      return <When at={item._updatedAt} />;
    case 'added':
      return <When at={item._createdAt} />;
    default:
      return <span className="truncate">{shownText(item[column.id])}</span>;
  }
}

function ItemLink({ shown, project }: RowOptions): ReactNode {
  const { item } = shown.row;
  const optionsOfVariant = shown.isVariant ? optionsText(item) : '';
  return (
    <Link to={itemsPath(project.id, `/${encodeURIComponent(item._id)}`)} className="item-link" isInGrid>
      {optionsOfVariant === '' ? item.name : optionsOfVariant}
    </Link>
  );
}

function Stock({ row }: { row: ItemRow }): ReactNode {
  const { text, kind } = stockOf(row, lowStock);
  if (kind === 'none') return <span className="faint">Not tracked</span>;
  return (
    <span className={`stock ${kind}`}>
      {kind === 'out' && <span className="badge bad">Sold out</span>}
      {kind !== 'out' && text}
      {kind === 'low' && <span className="visually-hidden"> (low stock)</span>}
    </span>
  );
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function When({ at }: { at: string | undefined }): ReactNode {
  if (at === undefined) return null;
  return (
    <time dateTime={at} title={time(at)}>
      {days.format(new Date(at))}
    </time>
  );
}

function RowActions({
  shown,
  project,
  mayChange,
  mayDelete,
  onSwitch,
  onDelete,
  expansion,
}: RowOptions): ReactNode {
  const { item, variantCount } = shown.row;
  const isOpen = expansion.isOpen(item._id);
  return (
    <Menu
      label={
        <>
          <Icon name="more" size={18} />
          <span className="visually-hidden">Actions of {item.name}</span>
        </>
      }
      name={`Actions of ${item.name}`}
      className="button quiet small"
      isRight
      isInGrid
    >
      {(close) => (
        <ul className="menu-actions">
          <li>
            <Link to={itemsPath(project.id, `/${encodeURIComponent(item._id)}`)}>Open</Link>
          </li>
          {variantCount > 1 && (
            <li>
              <button type="button" onClick={() => (close(), expansion.toggle(shown.row))}>
                {isOpen ? 'Hide' : 'Show'} {counted(variantCount, 'variant')}
              </button>
            </li>
          )}
          {mayChange && (
            <li>
              <button type="button" onClick={() => (close(), onSwitch(item))}>
                {item.active === false ? 'Activate' : 'Deactivate'}
                <span className="visually-hidden"> {item.name}</span>
              </button>
            </li>
          )}
          {mayDelete && (
            <li>
              <button type="button" className="bad" onClick={() => (close(), onDelete(item))}>
                Delete<span className="visually-hidden"> {item.name}</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </Menu>
  );
}

/** What a variant differs in, as far as the usual fields tell. */
function optionsText(item: ItemRow['item']): string {
  return ['color', 'size']
    .map((name) => shownText(item[name]))
    .filter(Boolean)
    .join(', ');
}
