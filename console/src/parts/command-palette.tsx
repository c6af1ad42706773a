import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { matchCommands } from '../app/command-match.ts';
import { listCommands, type Command, type CommandGroup } from '../app/commands.ts';
import { useGuideSearch } from '../app/guide-search.ts';
import { useIdentity } from '../app/identity.tsx';
import { useDebounced, useLoad } from '../app/load.ts';
import { listRecent, rememberCommand } from '../app/recent-commands.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useShortcuts } from '../app/shortcuts.ts';
import { useModal } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

const itemsMax = 6;
const groupsAtFirst = ['Actions', 'Pages', 'Projects', 'Help'] as const;
const projectsAtFirst = 5;
/** The order of groups that match equally well. */
const matchedGroups = ['Pages', 'Settings', 'Actions', 'Projects', 'Guides', 'Help'] as const;

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

/** Goes to pages, settings, guides, projects and items, and starts actions: a text field with a list of what it finds. */
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
  const { may, user } = useIdentity();
  const { go } = useRouter();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const projects = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  const index = useLoad('index', () => import('virtual:palette'));
  const items = useItems(project, typed);
  const guideSearch = useGuideSearch(typed);
  useModal(dialog);
  const commands = listCommands({
    project,
    projects: (projects.value?.projects ?? []).filter((one) => one.id !== project),
    settings: index.value?.settings ?? [],
    guides: index.value?.guides ?? [],
    may,
    onShortcuts,
  });
  const userId = user?.id ?? '';
  const groups: readonly ShownGroup[] =
    typed.trim() === ''
      ? listAtFirst(commands, listRecent(userId, project, commands))
      : [
          ...matchCommands(commands, typed, matchedGroups),
          // Items come late, so that they move nothing that Enter would pick.
          ...(items.commands.length === 0 ? [] : [{ group: 'Items' as const, commands: items.commands }]),
          // After the items, as Enter must not leave the console while they are searched.
          ...(items.isBusy ? [] : [{ group: 'In the guides' as const, commands: guideSearch }]),
        ];
  const shown = groups.flatMap((group) => group.commands);
  const at = Math.min(active, shown.length - 1);
  const pick = (command: Command | undefined): void => {
    if (command === undefined) return;
    rememberCommand(userId, project, command);
    onClose();
    if (command.href !== undefined) location.assign(command.href);
    else if (command.to !== undefined) go(command.to);
    else command.run?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown') setActive(shown.length === 0 ? 0 : (at + 1) % shown.length);
    else if (key === 'ArrowUp') setActive(shown.length === 0 ? 0 : (at - 1 + shown.length) % shown.length);
    else if (key === 'Home' && event.ctrlKey) setActive(0);
    else if (key === 'End' && event.ctrlKey) setActive(shown.length - 1);
    else if (key === 'Enter') pick(shown[at]);
    else if (key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
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
          aria-label="Search pages, settings, guides, items and actions"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length === 0 ? undefined : `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={
            project === null
              ? 'Search projects, pages and guides'
              : 'Search pages, settings, guides and items'
          }
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Commands">
        {groups.map(({ group, commands: own }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${toIdPart(group)}`}>
            <div className="palette-group" role="presentation" id={`${id}-${toIdPart(group)}`}>
              {group}
            </div>
            {own.map((command) => {
              const place = shown.indexOf(command);
              return (
                <div
                  key={command.key}
                  id={`${id}-${place}`}
                  role="option"
                  className="palette-option"
                  aria-selected={place === at}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(place)}
                  onClick={() => pick(command)}
                >
                  <Icon name={command.icon} size={16} />
                  <span className="truncate">{command.text}</span>
                  {command.note !== undefined && <small className="truncate">{command.note}</small>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {(shown.length === 0 || items.error !== null) && (
        <p className="palette-empty soft" role="status">
          {items.error !== null ? messageOf(items.error) : 'Searching …'}
        </p>
      )}
    </dialog>
  );
}

/** A group in an id of an element, which has no spaces. */
const toIdPart = (group: CommandGroup): string => group.replaceAll(' ', '-');

/** Whether items have all words that were typed. */
const isNamed = (fallback: string | null): boolean => fallback === null || fallback === 'corrected';

interface ShownGroup {
  readonly group: CommandGroup;
  readonly commands: readonly Command[];
}

/** What is offered before anything is typed: what was chosen last, then what people do most. */
function listAtFirst(commands: readonly Command[], recent: readonly Command[]): readonly ShownGroup[] {
  const groups = groupsAtFirst.map((group): ShownGroup => {
    const own = commands.filter((command) => command.group === group);
    return { group, commands: group === 'Projects' ? own.slice(0, projectsAtFirst) : own };
  });
  return [{ group: 'Recent' as const, commands: recent }, ...groups].filter(
    ({ commands: own }) => own.length > 0,
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
    const found = [...byId.items, ...(isNamed(named.fallback) ? named.items : [])];
    return [...new Map(found.map((item) => [item._id, item])).values()];
  });
  if (project === null || typed.trim() === '') return { commands: [], isBusy: false, error: null };
  // Items of an earlier text are not what is asked for.
  if (q !== typed.trim() || loaded.busy) return { commands: [], isBusy: true, error: null };
  const commands = (loaded.value ?? []).map(({ _id, id, name }): Command => ({
    key: `item ${_id}`,
    group: 'Items',
    icon: 'items',
    text: name,
    note: id,
    to: projectPath(project, `/items/${encodeURIComponent(_id)}`),
  }));
  return { commands: loaded.error === null ? commands : [], isBusy: false, error: loaded.error };
}
