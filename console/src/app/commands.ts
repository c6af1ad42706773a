import { chooseTheme, currentTheme } from './theme.ts';
import { projectPages, settingsPages } from './pages.ts';
import { projectPath } from './router.tsx';

/** What the command palette offers: a place to go to, or something to do. */
export interface Command {
  readonly key: string;
  readonly group: 'Items' | 'Actions' | 'Pages' | 'Projects' | 'Help';
  readonly text: string;
  readonly note?: string;
  /** Further words that find it. */
  readonly words?: string;
  /** A path of the console. */
  readonly to?: string;
  /** An address outside of it. */
  readonly href?: string;
  readonly run?: () => void;
}

interface CommandContext {
  readonly project: string | null;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Whether the user may call an operation. */
  readonly may: (operation: string) => boolean;
  readonly onShortcuts: () => void;
}

/** All commands except the items, which are searched. */
export function commandsOf({ project, projects, may, onShortcuts }: CommandContext): readonly Command[] {
  const settings = settingsPages.filter(({ needs }) => may(needs));
  const offered = [...(project === null ? [] : [...actionsOf(project), ...pagesOf(project)]), backup];
  return [
    ...offered.filter(({ needs }) => needs === undefined || may(needs)),
    { key: 'page projects', group: 'Pages', text: 'Projects', to: '/' },
    ...settings.map(({ path, text }): Command => ({
      key: `page ${path}`,
      group: 'Pages',
      text: path === '/settings' ? 'Your settings' : text,
      words: 'settings',
      to: path,
    })),
    ...projects.map(({ id, name }): Command => ({
      key: `project ${id}`,
      group: 'Projects',
      text: name,
      note: id,
      words: 'project switch',
      to: projectPath(id),
    })),
    {
      key: 'theme',
      group: 'Help',
      text: `Switch to ${currentTheme() === 'dark' ? 'light' : 'dark'} mode`,
      run: () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
    },
    { key: 'shortcuts', group: 'Help', text: 'Keyboard shortcuts', words: 'keys help', run: onShortcuts },
    {
      key: 'guides',
      group: 'Help',
      text: 'Search the guides',
      words: 'documentation docs help',
      href: '/docs',
    },
    {
      key: 'reference',
      group: 'Help',
      text: 'API reference',
      words: 'documentation docs',
      href: '/docs/api',
    },
  ];
}

/** A command that needs an operation. */
type OfferedCommand = Command & { readonly needs?: string };

const backup: OfferedCommand = {
  key: 'action backup',
  group: 'Actions',
  text: 'Back up now',
  words: 'backup copy',
  to: '/settings/backups',
  needs: 'startBackup',
};

function pagesOf(project: string): readonly OfferedCommand[] {
  return projectPages.flatMap((page): OfferedCommand[] => {
    if ('group' in page) return [];
    const { rest, text } = page;
    const needs = 'needs' in page ? { needs: page.needs } : {};
    return [{ key: `page ${rest}`, group: 'Pages', text, to: projectPath(project, rest), ...needs }];
  });
}

function actionsOf(project: string): readonly OfferedCommand[] {
  const action = (text: string, rest: string, needs: string, words: string): OfferedCommand => ({
    key: `action ${text}`,
    group: 'Actions',
    text,
    words,
    to: projectPath(project, rest),
    needs,
  });
  return [
    action('New item', '/items/new', 'addItems', 'add product'),
    action('New rule', '/rules?new=1', 'changeRules', 'pin hide boost bury'),
    action('Import a file', '/import', 'importItems', 'csv feed'),
    action('Export items', '/items?export=1', 'exportItems', 'download csv ndjson'),
    action('Edit prices and stock', '/items/bulk-edit', 'changeItems', 'bulk sheet'),
    action('Sold-out items', '/items?stock=sold-out', 'search', 'stock availability'),
  ];
}

/** The commands whose text, note or words contain every word of the typed text; those whose text begins with it come first. */
export function matchingCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ text, note = '', words: more = '' }: Command): string =>
    ` ${text} ${note} ${more}`.toLowerCase();
  const matches = commands.filter((command) => words.every((word) => textOf(command).includes(` ${word}`)));
  const start = typed.trim().toLowerCase();
  const rank = ({ text }: Command): number => (text.toLowerCase().startsWith(start) ? 0 : 1);
  return start === '' ? matches : matches.toSorted((a, b) => rank(a) - rank(b));
}
