import { VitrineError, type Rule, type RulesPreview, type RulesReply, type SearchReply } from '@vitrine/sdk';
import { useState } from 'react';
import { newestOf, useLoad, type Loaded } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { useSaveToast } from '../../app/save-toast.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { withEdit, type QueryEdit } from '../rules/query-rules.ts';

interface PreviewedSearch {
  readonly q: string;
  readonly filters: string;
  readonly sort: string;
  /** Whether a price list, a store or a language is chosen. */
  readonly isLocal: boolean;
  readonly limit: number;
  readonly asWords: readonly string[];
  /** Without the edits. */
  readonly results: Loaded<SearchReply>;
}

/** Edits of items from their cards, until they are saved as rules. */
export interface Merchandising {
  /** Without the edits. */
  readonly saved: readonly Rule[];
  /** With the edits. */
  readonly rules: readonly Rule[];
  readonly edits: readonly QueryEdit[];
  /** The results with the edits; null: there are none, or they cannot be previewed. */
  readonly preview: RulesPreview | null;
  /** Whether `preview` can show the edits. */
  readonly canPreview: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly edit: (edit: QueryEdit) => void;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}

export function useMerchandising(project: string, search: PreviewedSearch): Merchandising {
  const stored = useLoad(project, (signal) => service.rules.get(project, { signal }));
  const [changed, setChanged] = useState<RulesReply | null>(null);
  const base = newestOf(stored.value, changed);
  const [edits, setEdits] = useState<readonly QueryEdit[]>([]);
  // The preview stays until the results with the saved rules arrive.
  const [savedPreview, setSaved] = useState<{
    reply: SearchReply | null;
    preview: RulesPreview | null;
  } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const showSaved = useSaveToast(project);
  useUnsaved(edits.length === 0 ? null : { detail: 'Changes to the results are not saved.' });
  const rules = edits.reduce(withEdit, base?.rules ?? []);
  const { q, filters, limit, sort, asWords, results, isLocal } = search;
  // A preview is always in the order of relevance.
  const canPreview = sort === '' && asWords.length === 0 && !isLocal;
  const isPreviewing = canPreview && base !== null && edits.length > 0;
  const preview = useLoad(
    JSON.stringify(isPreviewing ? { q, filters, limit, rules } : null),
    async (signal) =>
      isPreviewing ? service.rules.preview(project, { q, filters, limit, rules }, { signal }) : null,
  );
  const discard = (): void => {
    setEdits([]);
    setError(null);
  };
  const save = async (): Promise<void> => {
    if (base === null) return;
    setBusy(true);
    setError(null);
    try {
      const saved = await service.rules.change(project, rules, { ifVersion: base.version });
      setChanged(saved);
      setSaved({ reply: results.value, preview: isPreviewing ? preview.value : null });
      // Edits made since then remain.
      setEdits((all) => all.slice(edits.length));
      showSaved('Saved. Applies to the next search.', saved, () => {
        stored.reload();
        results.reload();
      });
      results.reload();
    } catch (failure) {
      setError(failure);
      // The edits are repeated on the newer rules.
      if (failure instanceof VitrineError && failure.code === 'rules_changed') stored.reload();
    }
    setBusy(false);
  };
  return {
    saved: base?.rules ?? [],
    rules,
    edits,
    preview: isPreviewing
      ? preview.value
      : savedPreview?.reply === results.value
        ? (savedPreview?.preview ?? null)
        : null,
    canPreview,
    busy: busy || base === null,
    error: error ?? stored.error ?? preview.error,
    edit: (edit) => setEdits((all) => [...all, edit]),
    save,
    discard,
  };
}
