import type { SynonymsPreview } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { addSynonym } from '../app/add-synonym.ts';
import { useDebounced, useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { splitTexts } from '../app/text-list.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { count, counted } from './formats.ts';
import { ErrorNote } from './states.tsx';

/** A button that opens the dialog of a synonym for a query. */
export function AddSynonym({
  label,
  project,
  query,
  onClose,
}: {
  label: ReactNode;
  project: string;
  query: string;
  /** Called once the dialog is closed, whether or not a synonym was saved. */
  onClose: () => void;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button small" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <SynonymDialog
          project={project}
          query={query}
          onClose={() => {
            setIsOpen(false);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** What a synonym adds to a query: items that have all words only with it. */
function previewText(query: string, { total, added, items }: SynonymsPreview): string {
  const now = total === 0 ? '' : ` besides the ${count(total)} that “${query}” finds today`;
  if (added === 0) return `Finds no more items${total === 0 ? '' : ` than the ${count(total)} of today`}.`;
  const names = items.map(({ id, name }) => (typeof name === 'string' ? name : id)).join(', ');
  return `Finds ${counted(added, 'more item')}${now}: ${names}${added > items.length ? ', …' : ''}`;
}

/** Adds a one-way synonym: searches for the query also find the other words. */
function SynonymDialog({
  project,
  query,
  onClose,
}: {
  project: string;
  query: string;
  onClose: () => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const notify = useToast();
  const setSaved = useUnsaved(
    typed === '' ? null : { title: 'Close without saving?', detail: 'The synonym is not saved.' },
  );
  const words = splitTexts(typed);
  const previewed = useDebounced(words.join('\n'), 200);
  const found = useLoad(previewed, async (signal) =>
    previewed === ''
      ? null
      : service.settings.previewSynonyms(
          project,
          { q: query, synonyms: [{ kind: 'oneWay', from: query, to: previewed.split('\n') }], limit: 3 },
          { signal },
        ),
  );
  const preview = previewed === '' || found.busy ? null : found.value;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const done = await addSynonym(project, query, words);
      setSaved();
      notify(done);
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Synonym for “${query}”`} isForm onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => (event.preventDefault(), words.length > 0 && !busy && void save())}
      >
        <Field
          label={`Searches for “${query}” also find`}
          hint={
            preview === null
              ? 'Words of your catalog; several are separated by commas.'
              : previewText(query, preview)
          }
          value={typed}
          onValue={setTyped}
        />
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy || words.length === 0}>
            Save synonym
          </button>
        </div>
      </form>
    </Dialog>
  );
}
