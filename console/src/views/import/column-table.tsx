import type { ImportPreview } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { ImportMode } from './read-choices.ts';
import { TableFrame } from '../../parts/table-frame.tsx';

/** The field of a column by its name; null: not imported. */
export type Mapping = Readonly<Record<string, string | null>>;

type Column = ImportPreview['columns'][number];

const fields = [
  ['id', 'id'],
  ['sku', 'SKU'],
  ['name', 'Name'],
  ['description', 'Description'],
  ['price', 'Price'],
  ['regularPrice', 'Price without the sale'],
  ['currency', 'Currency'],
  ['imgs', 'Pictures'],
  ['brand', 'Brand'],
  ['category', 'Category'],
  ['categories', 'Categories'],
  ['tags', 'Tags'],
  ['color', 'Colour'],
  ['size', 'Size'],
  ['gender', 'Gender'],
  ['stock', 'Stock'],
  ['active', 'Active'],
  ['groupId', 'Product of the variants (groupId)'],
  ['gtin', 'GTIN or EAN'],
  ['url', 'Address of the page'],
] as const;
/** More columns are left to the API: a page with thousands of selects is slow. */
const columnsMax = 200;
const unchanged = 'unchanged';
const leftOut = 'left-out';

/** The columns of a file and the fields that they become. */
export function ColumnTable({
  preview,
  mode,
  onMapping,
}: {
  preview: ImportPreview;
  mode: ImportMode;
  onMapping: (mapping: Mapping) => void;
}): ReactNode {
  const { columns, mapping } = preview;
  const suggested = columns.filter(({ suggestion }) => suggestion !== null);
  const change = (name: string, choice: string): void => onMapping(withChoice(mapping, name, choice));
  const useSuggestions = (): void =>
    onMapping({
      ...mapping,
      ...Object.fromEntries(suggested.map(({ name, suggestion }) => [name, suggestion])),
    });
  if (columns.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="columns">
      <div className="row between">
        <h2 id="columns">Columns</h2>
        <div className="row">
          {suggested.length > 0 && (
            <button type="button" className="button main small" onClick={useSuggestions}>
              Use {suggested.length === 1 ? 'the suggestion' : `all ${suggested.length} suggestions`}
            </button>
          )}
          {Object.keys(mapping).length > 0 && (
            <button type="button" className="button small" onClick={() => onMapping({})}>
              Reset
            </button>
          )}
        </div>
      </div>
      <TableFrame>
        <table className="import-columns">
          <thead>
            <tr>
              <th>In the file</th>
              <th>Values</th>
              <th>Becomes</th>
            </tr>
          </thead>
          <tbody>
            {columns.slice(0, columnsMax).map((column) => (
              <tr key={column.name}>
                <td className="wrap-anywhere">
                  <strong>{column.name}</strong>
                </td>
                <td className="soft wrap-anywhere">{column.values.join(' · ')}</td>
                <td>
                  <ColumnSelect
                    column={column}
                    choice={choiceOf(mapping, column.name)}
                    onChoice={(choice) => change(column.name, choice)}
                  />
                  <span className="hint">{hintOf(column, mode)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {columns.length > columnsMax && (
        <p className="soft">
          The other {columns.length - columnsMax} columns are imported as they are named.
        </p>
      )}
    </section>
  );
}

function ColumnSelect({
  column,
  choice,
  onChoice,
}: {
  column: Column;
  choice: string;
  onChoice: (choice: string) => void;
}): ReactNode {
  const { name, field, suggestion } = column;
  const known = fields.some(([value]) => value === choice);
  const own = choice === unchanged ? usualText(column) : 'As it is named';
  return (
    <select
      className="input"
      aria-label={`Field of ${name}`}
      value={choice}
      onChange={(event) => onChoice(event.target.value)}
    >
      <option value={unchanged}>{own}</option>
      <option value={leftOut}>Not imported</option>
      {!known && choice !== unchanged && choice !== leftOut && <option value={choice}>{choice}</option>}
      {fields
        .filter(([value]) => value !== field || choice === value)
        .map(([value, text]) => (
          <option key={value} value={value}>
            {text}
            {value === suggestion && ' (suggested)'}
          </option>
        ))}
    </select>
  );
}

/** What a column becomes without a choice. */
function usualText({ name, field }: Column): string {
  if (field === null) return 'Not a field of its own';
  const known = fields.find(([value]) => value === field);
  if (known !== undefined) return known[1];
  return field === name ? 'A field of this name' : capital(field);
}

function hintOf({ field, name, reason, suggestion }: Column, mode: ImportMode): string {
  if (suggestion !== null)
    return `Perhaps ${fields.find(([value]) => value === suggestion)?.[1] ?? suggestion}?`;
  return field === name && mode === 'update' ? '' : capital(reason);
}

function choiceOf(mapping: Mapping, name: string): string {
  if (!Object.hasOwn(mapping, name)) return unchanged;
  return mapping[name] ?? leftOut;
}

/** The mapping with another choice for a column. Two columns cannot have one field: an earlier choice of it is undone. */
function withChoice(mapping: Mapping, name: string, choice: string): Mapping {
  const others = Object.entries(mapping).filter(([column, field]) => column !== name && field !== choice);
  const own = choice === unchanged ? [] : [[name, choice === leftOut ? null : choice] as const];
  return Object.fromEntries([...others, ...own]);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
