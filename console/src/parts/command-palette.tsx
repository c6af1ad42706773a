import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { commandsOf, matchingCommands, type Command } from '../app/commands.ts';
import { useMay } from '../app/identity.tsx';
import { useDebounced, useLoad } from '../app/load.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useShortcuts } from '../app/shortcuts.ts';
import { useModal } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const itemsMax = 6;
const groupsAtFirst = ['Actions', 'Pages', 'Projects', 'Help'] as const;
/** Items come late, so that they move nothing that Enter would pick. */
const groupsOfMatches = ['Pages', 'Actions', 'Projects', 'Help', 'Items'] as const;

/** The button of the command palette, and the keys that open it and the list of shortcuts. */
export function CommandPalette({ project }: { project: string | null }): ReactNode {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  useShortcuts({ onPalette: () => setOpen('palette'), onHelp: () => setOpen('shortcuts') });
  const close = (): void => setOpen(null);
  return (
    <>
      <button
        type="button"
        className="button quiet small"
        aria-keyshortcuts="Control+K Meta+K"
        title="Ctrl K"
        onClick={() => setOpen('palette')}
      >
        <Icon name="search" size={16} />
        <span className="hide-narrow">Go to</span>
        <span className="visually-hidden">(command palette)</span>
      </button>
      {open === 'palette' && (
        <Palette project={project} onClose={close} onShortcuts={() => setOpen('shortcuts')} />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  );
}

/** Goes to pages, projects and items, and starts actions: a text field with a list of what it finds. */
function Palette({
  project,
  onClose,
  onShortcuts,
}: {
  project: string | null;
  onClose: () => void;
  onShortcuts: () => void;
}): ReactNode {
  const id = useId();
  const may = useMay();
  const { go } = useRouter();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const projects = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  const items = useItems(project, typed);
  useModal(dialog);
  const commands = commandsOf({
    project,
    projects: (projects.value?.projects ?? []).filter((one) => one.id !== project),
    may,
    onShortcuts,
  });
  const found = [...matchingCommands(commands, typed), ...items.commands];
  const groups = typed.trim() === '' ? groupsAtFirst : groupsOfMatches;
  const shown = groups.flatMap((group) => found.filter((command) => command.group === group));
  const index = Math.min(active, shown.length - 1);
  const pick = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    if (command.href !== undefined) location.assign(command.href);
    else if (command.to !== undefined) go(command.to);
    else command.run?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown') setActive(shown.length === 0 ? 0 : (index + 1) % shown.length);
    else if (key === 'ArrowUp') setActive(shown.length === 0 ? 0 : (index - 1 + shown.length) % shown.length);
    else if (key === 'Home' && event.ctrlKey) setActive(0);
    else if (key === 'End' && event.ctrlKey) setActive(shown.length - 1);
    else if (key === 'Enter') pick(shown[index]);
    else if (key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, index]);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Command palette"
      onCancel={(event) => (event.preventDefault(), onClose())}
      // A click on the backdrop.
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-field">
        <Icon name="search" size={20} />
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label="Search pages, projects, items and actions"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length === 0 ? undefined : `${id}-${index}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={project === null ? 'Search pages and projects' : 'Search items, pages and actions'}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Commands">
        {groups.map((group) => {
          const own = shown.filter((command) => command.group === group);
          return own.length === 0 ? null : (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="palette-group" role="presentation" id={`${id}-${group}`}>
                {group}
              </div>
              {own.map((command) => {
                const at = shown.indexOf(command);
                return (
                  <div
                    key={command.key}
                    id={`${id}-${at}`}
                    role="option"
                    className="palette-option"
                    aria-selected={at === index}
                    // Keeps the focus in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => setActive(at)}
                    onClick={() => pick(command)}
                  >
                    <span className="truncate">{command.text}</span>
                    {command.note !== undefined && <small className="truncate">{command.note}</small>}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      {(shown.length === 0 || items.error !== null) && (
        <p className="palette-empty soft" role="status">
          {items.error !== null ? messageOf(items.error) : items.isBusy ? 'Searching …' : 'Nothing found'}
        </p>
      )}
    </dialog>
  );
}

interface FoundItems {
  readonly commands: readonly Command[];
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** Items with the typed words, and the one with this id. */
function useItems(project: string | null, typed: string): FoundItems {
  const q = useDebounced(typed.trim(), 150);
  const loaded = useLoad(`${project} ${q}`, async (signal) => {
    if (project === null || q === '') return [];
    const [named, byId] = await Promise.all([
      service.search(
        project,
        {
          q: q.slice(0, 200),
          limit: itemsMax,
          fields: ['name'],
          highlight: false,
          enableRules: false,
          understanding: 'off',
        },
        { signal },
      ),
      service.items.list(project, { id: q.slice(0, 200), fields: ['name'] }, { signal }),
    ]);
    const found = [...byId.items, ...(named.fallback === 'popular' ? [] : named.items)];
    return [...new Map(found.map((item) => [item._id, item])).values()];
  });
  if (project === null || typed.trim() === '') return { commands: [], isBusy: false, error: null };
  // Items of an earlier text are not what is asked for.
  if (q !== typed.trim() || loaded.busy) return { commands: [], isBusy: true, error: null };
  const commands = (loaded.value ?? []).map(({ _id, id, name }): Command => ({
    key: `item ${_id}`,
    group: 'Items',
    text: name,
    note: id,
    to: projectPath(project, `/items/${encodeURIComponent(_id)}`),
  }));
  return { commands: loaded.error === null ? commands : [], isBusy: false, error: loaded.error };
}
