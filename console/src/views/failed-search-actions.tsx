import { useState, type ReactNode } from 'react';
import { addSynonym } from '../app/add-synonym.ts';
import { useMay } from '../app/identity.tsx';
import { useDebounced, useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { splitTexts } from '../app/text-list.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { counted } from '../parts/formats.ts';
import { ErrorNote } from '../parts/states.tsx';

/** Actions for a search without results: a synonym, or a rule with a redirect, a pin or a banner (data for the page). */
export function FailedSearchActions({ project, query }: { project: string; query: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay();
  const ruleWith = (action: string): string =>
    `${projectPath(project, '/rules')}?${new URLSearchParams({ query, action }).toString()}`;
  const name = <span className="visually-hidden"> for “{query}”</span>;
  if (!may('changeRules') || !may('changeSynonyms')) return null;
  return (
    <div className="row" role="group" aria-label={`Actions for “${query}”`}>
      <button type="button" className="button small" onClick={() => setIsOpen(true)}>
        Add synonym{name}
      </button>
      <Link className="button small" to={ruleWith('redirect')}>
        Redirect{name}
      </Link>
      <Link className="button small" to={ruleWith('pin')}>
        Pin{name}
      </Link>
      <Link className="button small" to={ruleWith('userData')}>
        Banner{name}
      </Link>
      {isOpen && <SynonymDialog project={project} query={query} onClose={() => setIsOpen(false)} />}
    </div>
  );
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
  const example = useDebounced(words[0] ?? '', 200);
  const found = useLoad(example, async (signal) =>
    example === '' ? null : service.search(project, { q: example, limit: 0 }, { signal }),
  );
  const total = example === '' ? null : found.value?.total;
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await addSynonym(project, query, words);
      setSaved();
      notify(`Saved. Searches for “${query}” now also find “${words.join('”, “')}”.`);
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
            total == null
              ? 'Words of your catalog; several are separated by commas.'
              : `“${example}” finds ${counted(total, 'item')}.`
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
