import type { Facet, SearchReply } from '@vitrine/sdk';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useDrag } from '../../app/drag.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { counted } from '../../parts/formats.ts';
import {
  firstAfterMove,
  orderTexts,
  settingOf,
  shownOrder,
  withFirst,
  type FacetEdit,
} from '../facets/facet-edits.ts';
import type { FacetEdits } from './use-facet-edits.ts';

/** The facets of a reply, in its order. Their values filter; the order of the values can be edited. */
export function FacetList({
  project,
  reply,
  filters,
  selected,
  onSelected,
  facetEdits,
}: {
  project: string;
  reply: Pick<SearchReply, 'facets' | 'facetOrder'>;
  filters: string;
  /** As `field:value`. */
  selected: readonly string[];
  onSelected: (selected: readonly string[]) => void;
  facetEdits: FacetEdits;
}): ReactNode {
  // On narrow screens the filters are collapsed above the results.
  const [open, setOpen] = useState(() => innerWidth > 832);
  const mayOrder = useMay()('changeSettings');
  const toggle = (one: string): void =>
    onSelected(selected.includes(one) ? selected.filter((other) => other !== one) : [...selected, one]);
  return (
    <section className="stack" aria-label="Filters">
      <h2 className="visually-hidden">Filters</h2>
      <button
        type="button"
        className="button small only-narrow"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide filters' : 'Show filters'}
      </button>
      {selected.length > 0 && (
        <button
          type="button"
          className="button small"
          onClick={() => onSelected([])}
          style={{ justifySelf: 'start' }}
        >
          Clear filters
        </button>
      )}
      {open &&
        reply.facetOrder.map((field) => (
          <FacetGroup
            key={field}
            field={field}
            facet={reply.facets[field]!}
            setting={settingOf(facetEdits.settings ?? [], field, filters)}
            edit={facetEdits.edits.get(field)}
            isSelected={(value) => selected.includes(`${field}:${value}`)}
            onToggle={(value) => toggle(`${field}:${value}`)}
            onEdit={facetEdits.settings === null || !mayOrder ? null : (edit) => facetEdits.edit(field, edit)}
          />
        ))}
      {open && (
        <Link to={projectPath(project, '/facets')} className="small">
          Names and order of facets
        </Link>
      )}
    </section>
  );
}

const moveHints = {
  'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  title: 'Drag to move, or press Alt with an arrow key',
};

function FacetGroup({
  field,
  facet,
  setting,
  edit,
  isSelected,
  onToggle,
  onEdit,
}: {
  field: string;
  facet: Facet;
  setting: ReturnType<typeof settingOf>;
  edit: FacetEdit | undefined;
  isSelected: (value: string) => boolean;
  onToggle: (value: string) => void;
  /** Null: the settings are not loaded yet, or the user may not change them. */
  onEdit: ((edit: FacetEdit) => void) | null;
}): ReactNode {
  const name = facet.name ?? field;
  const first = edit?.first ?? setting?.first ?? [];
  const values = withFirst(facet.values, first);
  const order = shownOrder(setting, edit);
  const move = (from: number, to: number): void => {
    if (onEdit === null || from < 0 || to < 0 || to >= values.length || from === to) return;
    onEdit({ ...edit, first: firstAfterMove(values, first, from, to) });
  };
  const dragOf = useDrag((value, to: number) =>
    move(
      values.findIndex((one) => one.value === value),
      to,
    ),
  );
  const onOrder = (next: string): void => {
    const known = orderTexts.find(([one]) => one === next)?.[0];
    if (known !== undefined) onEdit?.({ order: known, first: [] });
    else onEdit?.({ ...edit, first: values.map(({ value }) => value) });
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    move(at, at + step);
  };
  return (
    <div className="facet" role="group" aria-label={name}>
      <div className="facet-head">
        <h3>{name}</h3>
        <select
          aria-label={`Order of ${name}`}
          value={order}
          disabled={onEdit === null}
          onChange={(event) => onOrder(event.target.value)}
        >
          {orderTexts.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
          <option value="hand">By hand</option>
        </select>
      </div>
      <ul>
        {values.map(({ value, count }, at) => {
          const { className = '', ...attributes } = onEdit === null ? {} : dragOf(value, at);
          return (
            <li key={value} {...attributes} className={className}>
              <button
                type="button"
                aria-pressed={isSelected(value)}
                {...(onEdit === null ? {} : moveHints)}
                onClick={() => onToggle(value)}
                onKeyDown={(event) => onKeyDown(event, at)}
              >
                <span>{value}</span>
                <span className="num faint">{count}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {facet.distinct > values.length && (
        <span className="small faint">and {counted(facet.distinct - values.length, 'more', 'more')}</span>
      )}
    </div>
  );
}
