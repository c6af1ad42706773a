import { VitrineError, type Draft } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import type { EditedForm } from '../app/edited-form.ts';
import { errorAtOf, type ErrorAt } from '../app/field-errors.ts';
import { messageOf } from '../app/service.ts';
import { useSaveToast } from '../app/save-toast.ts';
import { useUnsaved } from '../app/unsaved.ts';
import { capitalized, time } from './formats.ts';
import { SaveBar } from './save-bar.tsx';

/**
 * The form of a stored object with a version, such as a placement: it saves, discards, and shows errors at their fields. If
 * somebody else has changed the object, the newer version can be loaded; edited fields keep their edits.
 */
export function ResourceForm<T extends object>({
  noun,
  form,
  stored,
  isComplete,
  savedText,
  save,
  onReload,
  target,
  children,
}: {
  /** Also the member of the request that it is: paths of errors begin with it. */
  noun: 'placement' | 'collection';
  form: EditedForm<T>;
  /** Null: it is new. */
  stored: { readonly version: number; readonly changedAt: number } | null;
  isComplete: boolean;
  savedText: string;
  save: (draft: T, ifVersion: number) => Promise<{ readonly changedAt: number }>;
  onReload: () => void;
  /** The draft with the edited object. */
  target: { readonly project: string; readonly change: (draft: Draft, edited: T) => Draft };
  children: (errorAt: ErrorAt) => ReactNode;
}): ReactNode {
  const { values: draft, isChanged } = form;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const showSaved = useSaveToast(target.project);
  useUnsaved(isChanged ? { detail: `Changes to the ${noun} are not saved.` } : null);
  const submit = async (): Promise<void> => {
    if (!isComplete) return;
    setBusy(true);
    setError(null);
    try {
      const saved = await save(draft, stored?.version ?? 0);
      form.setSaved(draft);
      showSaved(savedText, saved, onReload);
      onReload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const discard = (): void => {
    form.setValues(form.saved);
    setError(null);
  };
  const prefix = `${noun}.`;
  const known = error instanceof VitrineError ? error : null;
  const errors = (known?.errors ?? []).map(({ path, detail }) => ({
    path: path.startsWith(prefix) ? path.slice(prefix.length) : '',
    detail: capitalized(detail.replaceAll(prefix, '')),
  }));
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => (event.preventDefault(), void submit())}
      aria-label={capitalized(noun)}
    >
      {children(errorAtOf(errors))}
      {error !== null && (
        <div className="note bad" role="alert">
          <span>{messageOf(error)}</span>
          {known?.code.endsWith('_changed') === true && (
            <button type="button" className="button small" onClick={() => (setError(null), onReload())}>
              Load the newer version, keep my changes
            </button>
          )}
        </div>
      )}
      <SaveBar
        operation={noun === 'placement' ? 'putPlacement' : 'putCollection'}
        draft={{
          project: target.project,
          change: (added) => target.change(added, draft),
          onAdded: discard,
        }}
        canSave={!busy && isComplete && (stored === null || isChanged)}
        canDiscard={isChanged}
        onDiscard={discard}
      >
        {isChanged
          ? 'Unsaved changes'
          : stored === null
            ? 'Not saved yet'
            : `Version ${stored.version}, saved ${time(stored.changedAt)}`}
      </SaveBar>
    </form>
  );
}
