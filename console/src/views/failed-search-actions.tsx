import type { SynonymsPreview } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { addSynonym } from '../app/add-synonym.ts';
import { useMay } from '../app/identity.tsx';
import { useDebounced, useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import { describeSolution, type SearchOutcome } from '../app/search-outcomes.ts';
import { service } from '../app/service.ts';
import { splitTexts } from '../app/text-list.ts';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { count, counted } from '../parts/formats.ts';
import { ErrorNote } from '../parts/states.tsx';

/** What was done about a search without results, or actions: a synonym, or a rule with a redirect, a pin or a banner. */
export function FailedSearchActions({
  project,
  query,
  outcome,
  onSaved,
}: {
  project: string;
  query: string;
  /** What it brings now; undefined while it is read. */
  outcome: SearchOutcome | undefined;
  /** Called once a synonym is saved. */
  onSaved: () => void;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay();
  const ruleWith = (action: string): string =>
    `${projectPath(project, '/rules')}?${new URLSearchParams({ query, action }).toString()}`;
  const name = <span className="visually-hidden"> for “{query}”</span>;
  const solution = outcome === undefined ? null : describeSolution(outcome);
  if (outcome !== undefined && solution !== null) {
    const [rule] = outcome.rules;
    const rulePath = rule === undefined ? null : `/rules?rule=${encodeURIComponent(rule)}`;
    return (
      <span className="small">
        <span className="badge good">{solution}</span>{' '}
        {rulePath !== null && <Link to={projectPath(project, rulePath)}>Open the rule{name}</Link>}
      </span>
    );
  }
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
      {isOpen && (
        <SynonymDialog
          project={project}
          query={query}
          onClose={() => {
            setIsOpen(false);
            onSaved();
          }}
        />
      )}
    </div>
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
export function SynonymDialog({
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
