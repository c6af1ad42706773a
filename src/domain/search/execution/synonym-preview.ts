import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { SettingsStore, SynonymRule } from '../../../ports/configuration/settings.ts';
import type { TextIndex, TextQuery } from '../../../ports/search/text.ts';
import { planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions } from '../planning/query-plan.ts';

/** The effect of synonyms on a query. */
export interface SynonymPreview {
  /** The number of items with all words now. */
  readonly total: number;
  /** The number of items that would have all words in addition. */
  readonly added: number;
  /** The first of the additional items. */
  readonly items: readonly StoredItem[];
}

interface PreviewedProject extends PlannedProject {
  readonly text: TextIndex;
  readonly settings: Pick<SettingsStore, 'effective' | 'validate'>;
}

/**
 * Searches with and without synonyms that are not stored. Only keyword matches count: items that a search lists by meaning, or in place
 * of a match, do not. Up to 1,000 items of both results are compared one by one; beyond, only their numbers.
 * @throws VitrineError invalid_request with the path of every fault of the synonyms
 */
export async function previewSynonyms(
  project: PreviewedProject,
  synonyms: readonly SynonymRule[],
  requestedQuery: TextQuery,
  { limit, ...options }: QueryOptions & { readonly limit: number },
): Promise<SynonymPreview> {
  const settings = project.settings.effective();
  const stored = settings.search.synonyms;
  const search = { ...settings.search, synonyms: [...stored, ...synonyms] };
  checkSynonyms(project.settings.validate({ ...settings, search }), stored.length);
  const { text } = project.text.withSettings(search);
  const previewedProject = { ...project, text, settings: { effective: () => ({ ...settings, search }) } };
  const [before, after] = await Promise.all([
    searchKeywordMatches(project, requestedQuery, options),
    searchKeywordMatches(previewedProject, requestedQuery, options),
  ]);
  const idsBefore = new Set(before.hits.map(({ item }) => item.id));
  const items = after.hits.map(({ item }) => item).filter(({ id }) => !idsBefore.has(id));
  const isComplete = Math.max(before.total, after.total) <= limits.searchLimitMax;
  const added = isComplete ? items.length : Math.max(0, after.total - before.total);
  return { total: before.total, added, items: items.slice(0, limit) };
}

/** Finds the items with all words, as typed or corrected. */
async function searchKeywordMatches(
  project: PlannedProject,
  requestedQuery: TextQuery,
  options: QueryOptions,
): Promise<{ readonly total: number; readonly hits: readonly { readonly item: StoredItem }[] }> {
  const { query } = await planQuery(project, { ...requestedQuery, limit: limits.searchLimitMax }, options);
  const { total, hits, fallback } = await project.text.search(query);
  return fallback === null || fallback === 'corrected' ? { total, hits } : { total: 0, hits: [] };
}

/** @throws VitrineError invalid_request */
function checkSynonyms(faults: ReturnType<SettingsStore['validate']>, storedCount: number): void {
  const errors = faults.map(({ path, code, detail }) => {
    const addedPath = toBodyPath(path, storedCount);
    return { path: addedPath, code, detail: detail.replaceAll(path, () => addedPath) };
  });
  if (errors.length === 0) return;
  throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The synonyms are not valid', { errors });
}

/** Converts a path in the settings to the path in the body, which has only the synonyms after the stored ones. */
function toBodyPath(path: string, storedCount: number): string {
  return path.replace(/^search\.synonyms\[(\d+)\]/, (whole, index: string) =>
    Number(index) < storedCount ? whole : `synonyms[${Number(index) - storedCount}]`,
  );
}
