import type { FacetSetting, FacetValue } from '@vitrine/sdk';
import { moved } from '../../app/moved.ts';

type FacetOrder = NonNullable<FacetSetting['order']>;

/** `hand`: some values come first, by hand. */
export type ShownOrder = FacetOrder | 'hand';

export const orderTexts: readonly (readonly [order: FacetOrder, text: string])[] = [
  ['count', 'Most items first'],
  ['value', 'A to Z'],
  ['number', 'By number'],
  ['size', 'By size'],
];

/** The order of a facet's values, before it is saved. */
export interface FacetEdit {
  /** Undefined: as saved. */
  readonly order?: FacetOrder;
  /** Values that come first. */
  readonly first: readonly string[];
}

/** The order of a facet under its setting and edit. */
export function shownOrder(setting: FacetSetting | undefined, edit: FacetEdit | undefined): ShownOrder {
  const first = edit?.first ?? setting?.first ?? [];
  return first.length > 0 ? 'hand' : (edit?.order ?? setting?.order ?? 'count');
}

/** The values with those of `first` in front. */
export function withFirst(values: readonly FacetValue[], first: readonly string[]): FacetValue[] {
  const named = first.flatMap((name) => values.filter(({ value }) => isSame(value, name)));
  return [...named, ...values.filter((one) => !named.includes(one))];
}

/** The values that come first once one has moved: all up to it, and those that were first before. */
export function firstAfterMove(
  values: readonly FacetValue[],
  first: readonly string[],
  from: number,
  to: number,
): string[] {
  const known = values.filter(({ value }) => first.some((name) => isSame(value, name))).length;
  const count = Math.max(from < known ? known : known + 1, to + 1);
  const shown = moved(values, from, to).slice(0, count);
  const absent = first.filter((name) => !values.some(({ value }) => isSame(value, name)));
  return [...shown.map(({ value }) => value), ...absent];
}

/** The setting of a field that applies to a request with this filter and collection ('': none). */
export function settingOf(
  settings: readonly FacetSetting[],
  field: string,
  filters: string,
  collection = '',
): FacetSetting | undefined {
  const own = settings.filter((setting) => setting.field === field);
  return (
    own.find(({ when }) => isConditional(when) && isMet(when, filters, collection)) ??
    own.find(({ when }) => !isConditional(when))
  );
}

function isConditional(when: FacetSetting['when']): when is NonNullable<FacetSetting['when']> {
  return when?.filters !== undefined || when?.collection !== undefined;
}

function isMet(when: NonNullable<FacetSetting['when']>, filters: string, collection: string): boolean {
  const inCollection = when.collection === undefined || when.collection === collection;
  return inCollection && (when.filters === undefined || holds(when.filters, filters));
}

/** The settings after an edit, which changes the one that applies; where none does, a new one is added. */
export function withEdit(
  settings: readonly FacetSetting[],
  field: string,
  filters: string,
  edit: FacetEdit,
): FacetSetting[] {
  const applied = settingOf(settings, field, filters);
  const { order = applied?.order, first } = edit;
  const { order: _order, first: _first, ...others } = applied ?? { field };
  const changed: FacetSetting = {
    ...others,
    ...(order === undefined || order === 'count' ? {} : { order }),
    ...(first.length === 0 ? {} : { first }),
  };
  return applied === undefined
    ? [...settings, changed]
    : settings.map((setting) => (setting === applied ? changed : setting));
}

/**
 * Whether the request's filter contains the clauses of a condition. The service compares parsed filters; this compares their
 * text without quotes and brackets, which is enough for values of fields.
 */
function holds(condition: string, filters: string): boolean {
  const requested = new Set(clausesOf(filters));
  return clausesOf(condition).every((clause) => requested.has(clause));
}

function clausesOf(filters: string): string[] {
  return filters.split(/\sAND\s/i).map((clause) => clause.replaceAll(/["()\s]/g, '').toLowerCase());
}

export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
