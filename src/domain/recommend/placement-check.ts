import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { RecommendationPlacement } from '../../ports/recommendations/recommendation-placements.ts';
import { defineResourceTerms } from '../resources/change-resource.ts';

export const placementTerms = defineResourceTerms('placement', limits.placementsMax);

// Conditions of rules ignore case: two ids must not differ by case only.
const idPattern = /^[a-z0-9][a-z0-9_-]*$/;

/**
 * Checks constraints between members. `id` is the id in the path, or null for a draft.
 * @throws VitrineError invalid_request with the path of every error
 */
export function checkPlacement(placement: RecommendationPlacement, id: string | null): void {
  const errors = placementErrors(placement, id);
  if (errors[0] !== undefined) throw new VitrineError('invalid_request', errors[0].detail, { errors });
}

function placementErrors(
  { id, list, fallbacks = [] }: RecommendationPlacement,
  idInPath: string | null,
): InputError[] {
  const errors: InputError[] = [];
  if (!idPattern.test(id)) {
    const detail = `placement.id must have lower-case letters, digits, "-" and "_", and begin with a letter or digit: ${JSON.stringify(id)} does not`;
    errors.push({ path: 'placement.id', code: 'format', detail });
  }
  if (idInPath !== null && idInPath !== id) {
    const detail = `placement.id must be ${JSON.stringify(idInPath)}, as in the path`;
    errors.push({ path: 'placement.id', code: 'contradiction', detail });
  }
  fallbacks.forEach((fallback, i) => {
    if (fallback !== list) return;
    const path = `placement.fallbacks[${i}]`;
    const detail = `${path} must not be ${JSON.stringify(list)}, which the placement shows already`;
    errors.push({ path, code: 'duplicate', detail });
  });
  return errors;
}
