import type { NumberRange, SearchState } from '@vitrine/sdk/page';
import type { Facet, FacetValue, SearchReply } from '@vitrine/sdk/shop';
import { createIcon, h } from './dom.ts';
import { formatMoney } from './money.ts';
import type { ViewContext } from './view-context.ts';

export interface FacetChanges {
  toggle(field: string, value: string): void;
  setRange(field: string, range: NumberRange): void;
}

const shownValues = 8;
/** Facets with at least this many values, or a selected one, are worth their place. */
const valuesMin = 2;

/** The facets of a reply as groups. The opened fields show all of their values. */
export function createFacets(
  context: ViewContext,
  reply: SearchReply,
  state: SearchState,
  opened: Set<string>,
  changes: FacetChanges,
): HTMLElement[] {
  return reply.facetOrder.flatMap((field) => {
    const facet = reply.facets[field];
    if (facet === undefined) return [];
    if (field === 'price')
      return (
        createPriceFilter(
          context,
          facet,
          state.ranges['price'] ?? {},
          readCurrency(context, reply),
          changes,
        ) ?? []
      );
    // Numbers such as the stock are no choices of shoppers, unless the settings name them.
    if (facet.stats !== undefined && !context.shop.settings.facets.includes(field)) return [];
    const selected = state.facets[field] ?? [];
    if (facet.values.length < valuesMin && selected.length === 0) return [];
    return createGroup(context, field, facet, selected, opened, changes);
  });
}

/** The name of a facet for shoppers. */
export function nameFacet({ texts }: ViewContext, field: string, facet: Facet | undefined): string {
  const own = texts.own(`facet.${field}`) ?? facet?.name;
  if (own !== undefined) return own;
  if (field === 'price' || field === 'brand') return texts.text(field);
  if (field === 'category' || field === 'categories') return texts.text('category');
  const last = field.split('.').at(-1) ?? field;
  const words = last.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function createGroup(
  context: ViewContext,
  field: string,
  facet: Facet,
  selected: readonly string[],
  opened: Set<string>,
  changes: FacetChanges,
): HTMLElement {
  const isOpened = opened.has(field);
  const values = isOpened ? facet.values : facet.values.slice(0, shownValues);
  const more = facet.values.length > shownValues;
  const group = h(
    'fieldset',
    { part: 'facet', class: 'facet' },
    h('legend', { class: 'facet-name' }, nameFacet(context, field, facet)),
    ...values.map((value) => createValue(field, value, selected, changes)),
  );
  if (more) {
    const onclick = (): void => {
      if (isOpened) opened.delete(field);
      else opened.add(field);
      group.replaceWith(createGroup(context, field, facet, selected, opened, changes));
    };
    const label = context.texts.text(isOpened ? 'fewerValues' : 'allValues');
    group.append(h('button', { type: 'button', class: 'link', 'data-key': `more ${field}`, onclick }, label));
  }
  return group;
}

function createValue(
  field: string,
  { value, count }: FacetValue,
  selected: readonly string[],
  changes: FacetChanges,
): HTMLElement {
  const box = h('input', {
    type: 'checkbox',
    'data-key': `${field} ${value}`,
    onchange: () => changes.toggle(field, value),
  });
  box.checked = selected.includes(value);
  return h(
    'label',
    { class: 'value' },
    box,
    h('span', { class: 'value-name' }, value.split(' > ').at(-1)),
    h('span', { class: 'count' }, String(count)),
  );
}

function createPriceFilter(
  context: ViewContext,
  { stats }: Facet,
  range: NumberRange,
  currency: string,
  changes: FacetChanges,
): HTMLElement | null {
  const isSet = range.min !== undefined || range.max !== undefined;
  const [min = 0, max = 0] = [stats?.['min'], stats?.['max']];
  if (!isSet && (stats === undefined || min >= max)) return null;
  const { texts, shop } = context;
  const field = (key: 'min' | 'max', bound: number): HTMLInputElement => {
    const input = h('input', {
      type: 'number',
      class: 'text',
      min: '0',
      step: 'any',
      inputmode: 'decimal',
      'data-key': `price ${key}`,
      'aria-label': `${texts.text('price')} ${texts.text(key === 'min' ? 'priceFrom' : 'priceTo')}`,
      placeholder: String(key === 'min' ? Math.floor(bound) : Math.ceil(bound)),
    });
    input.value = range[key] === undefined ? '' : String(range[key]);
    return input;
  };
  const from = field('min', min);
  const to = field('max', max);
  const read = (input: HTMLInputElement): number | undefined =>
    input.value === '' || !Number.isFinite(input.valueAsNumber) ? undefined : input.valueAsNumber;
  const apply = (): void => changes.setRange('price', { min: read(from), max: read(to) });
  from.addEventListener('change', apply);
  to.addEventListener('change', apply);
  const span = h(
    'p',
    { class: 'detail' },
    `${formatMoney(min, currency, shop.language)} – ${formatMoney(max, currency, shop.language)}`,
  );
  return h(
    'fieldset',
    { part: 'facet', class: 'facet' },
    h('legend', { class: 'facet-name' }, nameFacet(context, 'price', undefined)),
    h('span', { class: 'range' }, from, h('span', { 'aria-hidden': 'true' }, '–'), to),
    stats === undefined ? null : span,
  );
}

/** The currency of the products found, or of the page. */
function readCurrency({ shop }: ViewContext, { items }: SearchReply): string {
  const { currency } = (items[0] ?? {}) as { currency?: unknown };
  return typeof currency === 'string' ? currency : shop.currency;
}

/** The chosen values as buttons that remove them. */
export function createChosen(
  context: ViewContext,
  reply: SearchReply | undefined,
  state: SearchState,
  changes: FacetChanges,
): HTMLElement[] {
  const chip = (name: string, key: string, onclick: () => void): HTMLElement =>
    h(
      'button',
      {
        type: 'button',
        part: 'chosen',
        class: 'chosen',
        'data-key': `chosen ${key}`,
        'aria-label': context.texts.text('removeFilter', { name }),
        onclick,
      },
      name,
      createIcon('close'),
    );
  const values = Object.entries(state.facets).flatMap(([field, chosen]) =>
    chosen.map((value) =>
      chip(value.split(' > ').at(-1) ?? value, `${field} ${value}`, () => changes.toggle(field, value)),
    ),
  );
  const ranges = Object.entries(state.ranges).map(([field, { min, max }]) => {
    const name = `${nameFacet(context, field, reply?.facets[field])} ${min ?? ''} – ${max ?? ''}`;
    return chip(name, field, () => changes.setRange(field, {}));
  });
  return [...values, ...ranges];
}
