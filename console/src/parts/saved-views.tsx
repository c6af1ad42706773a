import type { SavedViewReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { Link, useRouter } from '../app/router.tsx';
import { createView, normalizeQuery, useSavedViews, type SavedViewPage } from '../app/saved-views.ts';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';

const nameLengthMax = 200;

interface Options {
  readonly project: string;
  readonly page: SavedViewPage;
  /** The link to the page without filters. */
  readonly allName: string;
  readonly path: string;
  /** The query of the address, without its question mark and its page. */
  readonly current: string;
  /** What a new view stores, if it is more than the query of the address. */
  readonly stored?: string;
}

type Asked =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly reply: SavedViewReply }
  | null;

/** The saved views of a page in a row above its list: each is chosen by one click, the chosen one can be renamed, updated and deleted. */
export function SavedViews(options: Options): ReactNode {
  const { project, page, allName, path, current, stored = current } = options;
  const { all, reload } = useSavedViews(project, page);
  const { go } = useRouter();
  const may = useMay();
  const notify = useToast();
  const [asked, setAsked] = useState<Asked>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const here = normalizeQuery(current);
  const matching = all.find(({ view }) => normalizeQuery(view.query) === here);
  // A view whose filters are being changed stays chosen, so that it can be updated.
  const changed =
    matching === undefined && here !== '' ? all.find(({ view }) => view.id === lastId) : undefined;
  const chosen = matching ?? changed;
  if (matching !== undefined && matching.view.id !== lastId) setLastId(matching.view.id);
  if (matching === undefined && here === '' && lastId !== null) setLastId(null);
  const mayChange = may('putView');
  if (all.length === 0 && !mayChange) return null;
  const toPath = (query: string): string => (query === '' ? path : `${path}?${query}`);
  const update = async ({ view, version }: SavedViewReply): Promise<void> => {
    try {
      await service.views.put(project, { ...view, query: stored }, { ifVersion: version });
      notify(`“${view.name}” is updated.`);
      go(toPath(stored), true);
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    reload();
  };
  return (
    <nav className="saved-views" aria-label="Saved views">
      <ul>
        <li>
          <Link to={path} className="view-link" current={chosen === undefined && here === ''}>
            {allName}
          </Link>
        </li>
        {all.map((reply) => (
          <li key={reply.view.id} className={reply === changed ? 'changed' : undefined}>
            <Link to={toPath(reply.view.query)} className="view-link" current={reply === chosen}>
              {reply.view.name}
              {reply === changed && <span className="visually-hidden"> (changed)</span>}
            </Link>
            {reply === chosen && mayChange && (
              <ViewMenu
                name={reply.view.name}
                onRename={() => setAsked({ kind: 'rename', reply })}
                onDelete={() => setAsked({ kind: 'delete', reply })}
              />
            )}
          </li>
        ))}
      </ul>
      {mayChange && changed !== undefined && (
        <button type="button" className="button small" onClick={() => void update(changed)}>
          Update “{changed.view.name}”
        </button>
      )}
      {mayChange && matching === undefined && (
        <button
          type="button"
          className="button small quiet"
          disabled={normalizeQuery(stored) === ''}
          title={normalizeQuery(stored) === '' ? 'Filter or sort the list first' : undefined}
          onClick={() => setAsked({ kind: 'create' })}
        >
          <Icon name="plus" size={15} />
          New view
        </button>
      )}
      {asked !== null && asked.kind !== 'delete' && (
        <ViewNameDialog
          title={asked.kind === 'create' ? 'New view' : 'Rename view'}
          name={asked.kind === 'create' ? '' : asked.reply.view.name}
          taken={all
            .map(({ view }) => view.name)
            .filter((name) => asked.kind === 'create' || name !== asked.reply.view.name)}
          save={async (name) => {
            if (asked.kind === 'create') {
              await createView(project, { name, page, query: stored });
              go(toPath(stored), true);
            } else {
              const { view, version } = asked.reply;
              await service.views.put(project, { ...view, name }, { ifVersion: version });
            }
            reload();
            setAsked(null);
            notify(`“${name}” is saved for everybody in this project.`);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'delete' && (
        <Confirm
          title="Delete this view?"
          action="Delete view"
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            const { view, version } = asked.reply;
            await service.views.delete(project, view.id, { ifVersion: version });
            reload();
            setAsked(null);
            notify(`“${view.name}” is deleted.`);
          }}
        >
          “{asked.reply.view.name}” is deleted for everybody in this project. The listed data stays.
        </Confirm>
      )}
    </nav>
  );
}

function ViewMenu({
  name,
  onRename,
  onDelete,
}: {
  name: string;
  onRename: () => void;
  onDelete: () => void;
}): ReactNode {
  const actions = [
    ['Rename', onRename, ''],
    ['Delete', onDelete, 'bad'],
  ] as const;
  return (
    <Menu
      label={
        <>
          <Icon name="more" size={15} />
          <span className="visually-hidden">Actions for view {name}</span>
        </>
      }
      name={`Actions for view ${name}`}
      className="view-more"
    >
      {(close) => (
        <div className="menu-actions">
          {actions.map(([text, run, className]) => (
            <button key={text} type="button" className={className} onClick={() => (close(), run())}>
              {text}
            </button>
          ))}
        </div>
      )}
    </Menu>
  );
}

function ViewNameDialog({
  title,
  name: initialName,
  taken,
  save,
  onClose,
}: {
  title: string;
  name: string;
  /** Names of the other views of the page. */
  taken: readonly string[];
  save: (name: string) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const trimmed = name.trim();
    const problem =
      trimmed === ''
        ? 'Enter a name.'
        : taken.includes(trimmed)
          ? `There is a view “${trimmed}” already.`
          : null;
    setError(problem);
    if (problem !== null) return;
    setBusy(true);
    try {
      await save(trimmed);
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => (event.preventDefault(), !busy && void submit())}
      >
        <Field
          label="Name"
          hint="Everybody in this project can choose it."
          autoFocus
          autoComplete="off"
          maxLength={nameLengthMax}
          value={name}
          onValue={setName}
          error={error}
        />
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
