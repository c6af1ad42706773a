import { requestSlices } from '../../lib/work-slices.ts';
import type { ProjectView } from '../../ports/engine.ts';
import type { Warning } from '../../ports/errors.ts';
import type { Filter } from '../../ports/search/filters.ts';
import { limits } from '../../ports/limits.ts';
import { emptyQuery } from '../query/empty-query.ts';

type Project = Pick<ProjectView, 'catalog' | 'text' | 'settings'>;

/** Items looked up between two pauses. */
const lookupsPerPause = 100;

/** The id of an item or a product in a rule or collection. */
export interface NamedItem {
  readonly id: string;
  readonly path: string;
  /** Whether an inactive item is worth a warning. */
  readonly mustBeActive: boolean;
}

/** Warnings about ids that no item or product has, and about inactive items. At most `limits.ruleWarningsMax`. */
export async function warnOfUnknownItems(project: Project, items: readonly NamedItem[]): Promise<Warning[]> {
  const slices = requestSlices(lookupsPerPause);
  const states = new Map<string, ItemState>();
  const warnings: Warning[] = [];
  for (const { id, path, mustBeActive } of items) {
    await slices.spend(1);
    const state = states.get(id) ?? (await readItemState(project, id));
    states.set(id, state);
    if (state === 'unknown') {
      const detail = `No item or product has the id ${JSON.stringify(id)}`;
      warnings.push({ code: 'item_unknown', path, detail });
    } else if (state === 'inactive' && mustBeActive)
      warnings.push({ code: 'item_inactive', path, detail: `The item ${JSON.stringify(id)} is inactive` });
    if (warnings.length >= limits.ruleWarningsMax) break;
  }
  return warnings;
}

type ItemState = 'active' | 'inactive' | 'unknown';

async function readItemState({ catalog, text, settings }: Project, id: string): Promise<ItemState> {
  const byId: Filter = { kind: 'equals', field: 'id', value: id };
  if ((await catalog.get({ id })) !== null)
    return (await text.findMatching(byId, [id])).size > 0 ? 'active' : 'inactive';
  const { groupBy } = settings.effective().search;
  if (groupBy === '') return 'unknown';
  const filter: Filter = { kind: 'equals', field: groupBy, value: id };
  const { total } = await text.search({ ...emptyQuery, limit: 0, filter });
  return total > 0 ? 'active' : 'unknown';
}
