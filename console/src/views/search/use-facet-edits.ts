import { VitrineError, type FacetSetting, type SettingsReply } from '@vitrine/sdk';
import { useState } from 'react';
import { newestOf, useLoad } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { useSaveToast } from '../../app/save-toast.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { withEdit, type FacetEdit } from '../facets/facet-edits.ts';

/** Orders of facet values, edited at the facets until they are saved in the settings. */
export interface FacetEdits {
  /** As saved; null: not loaded yet. */
  readonly settings: readonly FacetSetting[] | null;
  /** With the edits. */
  readonly edited: readonly FacetSetting[];
  /** By field. */
  readonly edits: ReadonlyMap<string, FacetEdit>;
  readonly busy: boolean;
  readonly error: unknown;
  readonly edit: (field: string, edit: FacetEdit) => void;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}

const noEdits: ReadonlyMap<string, FacetEdit> = new Map();

/** `filters`: of the search, which decide on the settings that apply. */
export function useFacetEdits(project: string, filters: string): FacetEdits {
  const stored = useLoad(project, (signal) => service.settings.get(project, { signal }));
  const [changed, setChanged] = useState<SettingsReply | null>(null);
  const base = newestOf(stored.value, changed);
  const settings = base?.settings.search.facets ?? null;
  const [edits, setEdits] = useState(noEdits);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const showSaved = useSaveToast(project);
  useUnsaved(edits.size === 0 ? null : { detail: 'Changes to the facets are not saved.' });
  const facets = [...edits].reduce(
    (all, [field, edit]) => withEdit(all, field, filters, edit),
    settings ?? [],
  );
  const save = async (): Promise<void> => {
    if (base === null || settings === null || edits.size === 0) return;
    setBusy(true);
    setError(null);
    try {
      const sent = { search: { facets } };
      const saved = await service.settings.change(project, sent, { ifVersion: base.version });
      setChanged(saved);
      // Edits made since then remain.
      setEdits((all) => new Map([...all].filter(([field, edit]) => edits.get(field) !== edit)));
      showSaved('Saved. Applies to the next search.', saved, stored.reload);
    } catch (failure) {
      setError(failure);
      // The edits are repeated on the newer settings.
      if (failure instanceof VitrineError && failure.code === 'settings_changed') stored.reload();
    }
    setBusy(false);
  };
  return {
    settings,
    edited: facets,
    edits,
    busy,
    error,
    edit: (field, edit) => setEdits((all) => new Map(all).set(field, edit)),
    save,
    discard: () => (setEdits(noEdits), setError(null)),
  };
}
