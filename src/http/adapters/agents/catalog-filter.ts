import { categoryFields } from '../../../ports/catalog/item-fields.ts';
import { isPrivate, type Restrictions } from '../../../domain/access/restrictions.ts';
import { selectVisibleFields } from '../../../domain/access/visible-fields.ts';
import type { ProjectView } from '../../../ports/engine.ts';
import type { Filter } from '../../../ports/search/filters.ts';
import type { CatalogFilters } from './catalog-requests.ts';
import { convertFromMinorUnits } from './minor-units.ts';
import type { UcpMessage } from './ucp-envelope.ts';

/** A condition of a request, with its name in the request. */
export interface NamedFilter {
  readonly text: string;
  readonly filter: Filter;
}

/**
 * Reads the conditions of a request, which all must hold. `messages` names those that cannot be applied: a price in another currency, and
 * fields that no item has, or that are private.
 */
export function convertCatalogFilter(
  { categories, price, others }: CatalogFilters,
  request: { readonly currency: string | undefined },
  {
    project,
    restrictions,
    currency,
    messages,
  }: {
    readonly project: Pick<ProjectView, 'text'>;
    readonly restrictions: Restrictions;
    readonly currency: string;
    readonly messages: UcpMessage[];
  },
): NamedFilter[] {
  const conditions: NamedFilter[] = [];
  const reportIgnored = (content: string): void =>
    void messages.push({ type: 'info', code: 'filter_ignored', content });
  // A list without values is no condition.
  if (categories !== undefined && categories.length > 0)
    conditions.push({ text: 'categories', filter: matchAny(categoryFields, categories) });
  if (price?.min !== undefined || price?.max !== undefined) {
    if (request.currency !== undefined && request.currency.toUpperCase() !== currency)
      reportIgnored(`The price filter was ignored: prices are in ${currency}`);
    else
      conditions.push({
        text: 'price',
        filter: {
          kind: 'range',
          field: 'price',
          ...(price.min === undefined ? {} : { min: convertFromMinorUnits(price.min, currency) }),
          ...(price.max === undefined ? {} : { max: convertFromMinorUnits(price.max, currency) }),
        },
      });
  }
  const fields = selectVisibleFields(restrictions, project.text);
  for (const [field, values] of others) {
    const isUnknown =
      fields === null ? isPrivate(restrictions, field) : fields.findFieldTypes(field) === null;
    if (isUnknown) reportIgnored(`The filter “${field}” was ignored: products have no such field`);
    else if (values.length > 0) conditions.push({ text: field, filter: matchAny([field], values) });
  }
  return conditions;
}

function matchAny(fields: readonly string[], values: readonly (string | number | boolean)[]): Filter {
  const clauses = fields.flatMap((field) =>
    values.map((value): Filter => ({ kind: 'equals', field, value })),
  );
  return clauses.length === 1 ? clauses[0]! : { kind: 'or', clauses };
}

/** The filter of several conditions; undefined: there are none. */
export function matchAll(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 1 ? { kind: 'and', clauses: filters } : filters[0];
}
