import type { Configuration } from '../../ports/configuration/configuration.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { checkCollection, checkNamedItems, collectionTerms } from '../collections/collection-check.ts';
import { checkPlacement, placementTerms } from '../recommend/placement-check.ts';
import { checkCount } from '../resources/change-resource.ts';
import { checkRules } from '../rules/rule-check.ts';
import { parseFilter } from '../query/filter-grammar.ts';
import { checkSettings } from '../settings/change-settings.ts';

/**
 * Checks what changes from one configuration to another as the operations that change one part at once do. `now` is in ms
 * since 1970. @throws VitrineError invalid_request or invalid_filter with the path of every error
 */
export function checkConfiguration(
  project: Pick<ProjectEngine, 'settings' | 'text'>,
  before: Configuration,
  after: Configuration,
  now: number,
): void {
  if (after.settings !== before.settings) checkSettings(after.settings, project.settings);
  if (after.rules !== before.rules) {
    if (after.rules.length > limits.rulesMax) throw createTooManyRulesError(after.rules.length);
    checkRules(after.rules, project.text.queryAnalyzer);
  }
  if (after.collections !== before.collections) {
    for (const [id, collection] of after.collections)
      if (before.collections.get(id) !== collection) checkCollection(collection, id);
    if (after.collections.size > before.collections.size) checkCount(after.collections.size, collectionTerms);
    checkNamedItems([...after.collections.values()]);
  }
  if (after.placements !== before.placements) {
    for (const [id, placement] of after.placements) {
      if (before.placements.get(id) === placement) continue;
      checkPlacement(placement, id);
      const { filters = '' } = placement;
      if (filters.trim() !== '')
        parseFilter(filters, now, { path: 'placement.filters', items: project.text, about: () => [] });
    }
    if (after.placements.size > before.placements.size) checkCount(after.placements.size, placementTerms);
  }
}

function createTooManyRulesError(count: number): VitrineError {
  const detail = `The project may have ${limits.rulesMax} rules, not ${count}: remove one first`;
  return new VitrineError('invalid_request', detail, {
    errors: [{ path: 'rules', code: 'too_many', detail }],
  });
}
