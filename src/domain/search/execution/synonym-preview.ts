import type { StoredItem } from '../../../ports/catalog/catalog.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import type { SettingsStore, SynonymRule } from '../../../ports/configuration/settings.ts';
import type { TextIndex, TextQuery } from '../../../ports/search/text.ts';
import { planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions } from '../planning/query-plan.ts';

/** The effect of synonyms on a query. */
export interface SynonymPreview {
  /** Items with all words now. */
  readonly total: number;
  /** Items that would have all words in addition. */
  readonly added: number;
  /** The first of them. */
  readonly items: readonly StoredItem[];
}

interface PreviewedProject extends PlannedProject {
  readonly text: TextIndex;
  readonly settings: Pick<SettingsStore, 'effective' | 'validate'>;
}

/**
 * Searches with and without synonyms that are not stored, by keywords: items that a search lists by meaning or in place of a match are
 * found by neither. Up to 1,000 items of both are compared one by one; beyond, their numbers.
 * @throws VitrineError invalid_request with the path of every fault of the synonyms
 */
export async function previewSynonyms(
  project: PreviewedProject,
  synonyms: readonly SynonymRule[],
  asked: TextQuery,
  { limit, ...options }: QueryOptions & { readonly limit: number },
): Promise<SynonymPreview> {
  const settings = project.settings.effective();
  const stored = settings.search.synonyms;
  const search = { ...settings.search, synonyms: [...stored, ...synonyms] };
  checkSynonyms(project.settings.validate({ ...settings, search }), stored.length);
  const { text } = project.text.withSettings(search);
  const viewed = { ...project, text, settings: { effective: () => ({ ...settings, search }) } };
  const [before, after] = await Promise.all([
    foundBy(project, asked, options),
    foundBy(viewed, asked, options),
  ]);
  const idsBefore = new Set(before.hits.map(({ item }) => item.id));
  const items = after.hits.map(({ item }) => item).filter(({ id }) => !idsBefore.has(id));
  const isComplete = Math.max(before.total, after.total) <= limits.searchLimitMax;
  const added = isComplete ? items.length : Math.max(0, after.total - before.total);
  return { total: before.total, added, items: items.slice(0, limit) };
}

/** The items with all words, as typed or corrected. */
async function foundBy(
  project: PlannedProject,
  asked: TextQuery,
  options: QueryOptions,
): Promise<{ readonly total: number; readonly hits: readonly { readonly item: StoredItem }[] }> {
  const { query } = await planQuery(project, { ...asked, limit: limits.searchLimitMax }, options);
  const { total, hits, fallback } = await project.text.search(query);
  return fallback === null || fallback === 'corrected' ? { total, hits } : { total: 0, hits: [] };
}

/** @throws VitrineError invalid_request */
function checkSynonyms(faults: ReturnType<SettingsStore['validate']>, storedCount: number): void {
  const errors = faults.map(({ path, code, detail }) => {
    const addedPath = pathOfAdded(path, storedCount);
    return { path: addedPath, code, detail: detail.replaceAll(path, () => addedPath) };
  });
  if (errors.length === 0) return;
  throw new VitrineError('invalid_request', errors[0]?.detail ?? 'The synonyms are not valid', { errors });
}

/** The path in the body: there are only the synonyms after the stored ones. */
function pathOfAdded(path: string, storedCount: number): string {
  return path.replace(/^search\.synonyms\[(\d+)\]/, (whole, index: string) =>
    Number(index) < storedCount ? whole : `synonyms[${Number(index) - storedCount}]`,
  );
}
