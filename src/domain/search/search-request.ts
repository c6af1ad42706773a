import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { FacetRequest } from '../../ports/text.ts';

/** `offset` and `limit` are checked one by one before; this is their sum. @throws VitrineError invalid_request */
export function checkWindow(offset: number, limit: number): void {
  if (offset + limit <= limits.searchWindowMax) return;
  const detail = `offset + limit must be at most ${limits.searchWindowMax}: current value is ${offset + limit}. The export lists everything`;
  throw new VitrineError('invalid_request', detail, {
    errors: [{ path: 'offset', code: 'out_of_range', detail }],
  });
}

/** Facets as they are asked for: `brand` or `brand:10` for at most ten values. @throws VitrineError invalid_request */
export function parseFacets(names: readonly string[]): FacetRequest[] {
  const errors: InputError[] = [];
  const facets = new Map<string, FacetRequest>();
  names.forEach((name, index) => {
    const [, field = name, count] = /^(.*):(\d{1,9})$/s.exec(name) ?? [];
    const limit = count === undefined ? limits.facetValuesDefault : Number(count);
    const path = `facets[${index}]`;
    if (field.trim() === '') errors.push({ path, code: 'format', detail: `${path} must name a field` });
    if (limit > limits.facetValuesMax) {
      errors.push({
        path,
        code: 'out_of_range',
        detail: `${path} must ask for at most ${limits.facetValuesMax} values, not ${limit}`,
      });
    }
    facets.set(field, { field, limit });
  });
  if (errors.length > 0) throw new VitrineError('invalid_request', errors[0]?.detail ?? '', { errors });
  return [...facets.values()];
}
