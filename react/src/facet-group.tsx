'use client';

import type { FacetValue } from '@vitrine/sdk/shop';
import { useId, useState, type ReactNode } from 'react';
import type { Search } from './use-search.ts';

/** Properties of {@link FacetGroup}. */
export interface FacetGroupProps {
  readonly search: Pick<Search, 'state' | 'facets' | 'toggleFacet'>;
  readonly field: string;
  /** The heading. Default: the name in the facet settings, or the field. */
  readonly label?: string | undefined;
  /** Values that are shown first; the others follow a button. Selected values are always shown. Default: 8. */
  readonly visible?: number | undefined;
  /** Draws a value. Default: its text and its count. */
  readonly renderValue?: ((value: FacetValue) => ReactNode) | undefined;
  /** The text of the button. Default: in English. */
  readonly moreText?: ((isOpen: boolean, hidden: number) => string) | undefined;
  /** The class of the outer element. The parts have the attribute `data-vitrine`: `values`, `value`, `count`, `more`. */
  readonly className?: string | undefined;
}

/**
 * The values of a facet as checkboxes, without styles. Values that are selected stay, even without a match.
 *
 * @example
 * ```tsx
 * {search.facetOrder.map((field) => <FacetGroup key={field} search={search} field={field} />)}
 * ```
 */
export function FacetGroup(props: FacetGroupProps): ReactNode {
  const { search, field, visible = 8, className, renderValue = defaultValue } = props;
  const { moreText = (isOpen: boolean, hidden: number) => (isOpen ? 'Show less' : `Show ${hidden} more`) } =
    props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const selected = search.state.facets[field] ?? [];
  const values = withSelected(search.facets[field]?.values ?? [], selected);
  if (values.length === 0) return null;
  const shown = isOpen
    ? values
    : values.filter(({ value }, index) => index < visible || isAmong(selected, value));
  const hidden = values.length - shown.length;
  return (
    <fieldset className={className}>
      <legend>{props.label ?? search.facets[field]?.name ?? field}</legend>
      <ul data-vitrine="values" id={`${id}-values`}>
        {shown.map((value) => (
          <li key={value.value} data-vitrine="value">
            <label>
              <input
                type="checkbox"
                checked={isAmong(selected, value.value)}
                onChange={() => search.toggleFacet(field, selectedAs(selected, value.value))}
              />{' '}
              {renderValue(value)}
            </label>
          </li>
        ))}
      </ul>
      {(hidden > 0 || isOpen) && (
        <button
          type="button"
          data-vitrine="more"
          aria-expanded={isOpen}
          aria-controls={`${id}-values`}
          onClick={() => setOpen(!isOpen)}
        >
          {moreText(isOpen, hidden)}
        </button>
      )}
    </fieldset>
  );
}

function defaultValue({ value, count }: FacetValue): ReactNode {
  return (
    <>
      {value} <span data-vitrine="count">({count})</span>
    </>
  );
}

/** The service ignores case, so a selection from an address may be spelled otherwise than the value. */
function selectedAs(selected: readonly string[], value: string): string {
  return selected.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value;
}

function isAmong(selected: readonly string[], value: string): boolean {
  return selected.some((one) => one.toLowerCase() === value.toLowerCase());
}

/** The values and, at the end, the selected ones that the reply does not have. */
function withSelected(values: readonly FacetValue[], selected: readonly string[]): readonly FacetValue[] {
  const known = values.map(({ value }) => value);
  const others = selected.filter((value) => !isAmong(known, value));
  return [...values, ...others.map((value) => ({ value, count: 0, selected: true as const }))];
}
