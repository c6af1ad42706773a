import { VitrineError, type FacetValue, type ItemField } from '@vitrine/sdk';
import { useDebounced, useLoad, type Loaded } from '../app/load.ts';
import { service } from '../app/service.ts';

/** Forms with several filters share one request. */
const fieldsByProject = new Map<
  string,
  { readonly at: number; readonly fields: Promise<readonly ItemField[]> }
>();
const freshMs = 30_000;

/** The fields of a catalog. There are none while they load or if they cannot be loaded; then any name can be typed. */
export function useFields(project: string): readonly ItemField[] {
  const loaded = useLoad(project, () => {
    const known = fieldsByProject.get(project);
    if (known !== undefined && Date.now() - known.at < freshMs) return known.fields;
    const fields = service.settings.fields(project).then((reply) =>
      // The service's own fields begin with an underscore.
      reply.fields.filter(({ field }) => !field.startsWith('_')),
    );
    fieldsByProject.set(project, { at: Date.now(), fields });
    fields.catch(() => fieldsByProject.delete(project));
    return fields;
  });
  return loaded.value ?? [];
}

const suggestedMax = 12;

/** The most frequent values of a field, or those that match a text, with the number of items of each. */
export function useValues(
  project: string,
  field: string,
  typed: string,
  isActive: boolean,
): readonly FacetValue[] {
  const text = useDebounced(typed.trim(), 150);
  const loaded = useLoad(JSON.stringify([project, field, text, isActive]), async (signal) => ({
    text,
    values: isActive && field !== '' ? await findValues(project, field, text, signal) : [],
  }));
  const { value } = loaded;
  if (value === null) return [];
  // Until those of the typed text are there, the others with it.
  const sought = typed.trim().toLowerCase();
  return value.text === typed.trim()
    ? value.values
    : value.values.filter((one) => one.value.toLowerCase().includes(sought));
}

async function findValues(
  project: string,
  field: string,
  text: string,
  signal: AbortSignal,
): Promise<readonly FacetValue[]> {
  if (text !== '') {
    const found = await service.searchFacetValues(
      project,
      field,
      { facetQuery: text, limit: suggestedMax, enableRules: false },
      { signal },
    );
    return found.values;
  }
  const { facets } = await service.search(
    project,
    { facets: [{ field, limit: suggestedMax }], limit: 0, enableRules: false },
    { signal },
  );
  return facets[field]?.values ?? [];
}

/** What the service says of a filter. */
export interface FilterCheck {
  /** The text that was checked. */
  readonly text: string;
  readonly total: number | null;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Counts the items that a filter matches now. `text` is null while it is not checked. */
export function useCheck(project: string, text: string | null): FilterCheck | null {
  const settled = useDebounced(text, 300);
  const loaded: Loaded<FilterCheck | null> = useLoad(JSON.stringify([project, settled]), async (signal) => {
    if (settled === null || settled.trim() === '') return null;
    try {
      const { total, warnings = [] } = await service.search(
        project,
        { filters: settled, limit: 0, enableRules: false },
        { signal },
      );
      return { text: settled, total, errors: [], warnings: warnings.map(({ detail }) => detail) };
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code !== 'invalid_filter') throw error;
      return { text: settled, total: null, errors: error.errors.map(({ detail }) => detail), warnings: [] };
    }
  });
  return loaded.value?.text === text ? loaded.value : null;
}
