import type { GuideTitle, SettingLabel } from 'virtual:palette';
import type { IconName } from '../parts/icons.tsx';
import { namedFieldPath } from './named-field.ts';
import { overviewPage, pageGroups, projectPages, settingsPages } from './pages.ts';
import { projectPath } from './router.tsx';
import { chooseTheme, currentTheme } from './theme.ts';

export type CommandGroup =
  | 'Recent'
  | 'Pages'
  | 'Actions'
  | 'Settings'
  | 'Projects'
  | 'Guides'
  | 'Help'
  | 'Items'
  | 'In the guides';

/** What the command palette offers: a place to go to, or something to do. */
export interface Command {
  readonly key: string;
  readonly group: CommandGroup;
  readonly icon: IconName;
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

/** A command that needs an operation. */
type OfferedCommand = Command & { readonly needs?: string | undefined };

interface CommandContext {
  readonly project: string | null;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly settings: readonly SettingLabel[];
  readonly guides: readonly GuideTitle[];
  /** Whether the user may call an operation. */
  readonly may: (operation: string) => boolean;
  readonly onShortcuts: () => void;
}

/** All commands except the items, which are searched. */
export function listCommands(context: CommandContext): readonly Command[] {
  const { project, projects, settings, guides, may, onShortcuts } = context;
  const offered: readonly OfferedCommand[] = [
    ...(project === null ? [] : [...listPages(project), ...listReports(project), ...listActions(project)]),
    ...generalActions,
    ...settingsPages.map(({ path, text, needs, words }): OfferedCommand => ({
      key: `page ${path}`,
      group: 'Pages',
      icon: 'settings',
      text: path === '/settings' ? 'Your settings' : text,
      words: `settings ${words}`,
      to: path,
      needs,
    })),
    ...listSettings(settings, project),
  ];
  return [
    ...offered.filter(({ needs }) => needs === undefined || may(needs)),
    { key: 'page projects', group: 'Pages', icon: 'grid', text: 'Projects', words: 'shops', to: '/' },
    ...projects.map(({ id, name }): Command => ({
      key: `project ${id}`,
      group: 'Projects',
      icon: 'logo',
      text: name,
      note: id,
      words: 'project switch shop',
      to: projectPath(id),
    })),
    ...guides.map(({ title, note, address, headings }): Command => ({
      key: `guide ${address}`,
      group: 'Guides',
      icon: 'book',
      text: title,
      note,
      words: headings,
      href: address,
    })),
    {
      key: 'theme',
      group: 'Help',
      icon: currentTheme() === 'dark' ? 'sun' : 'moon',
      text: `Switch to ${currentTheme() === 'dark' ? 'light' : 'dark'} mode`,
      words: 'theme',
      run: () => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark'),
    },
    {
      key: 'shortcuts',
      group: 'Help',
      icon: 'key',
      text: 'Keyboard shortcuts',
      words: 'keys help',
      run: onShortcuts,
    },
    {
      key: 'guides',
      group: 'Help',
      icon: 'book',
      text: 'All guides',
      words: 'search documentation docs help',
      href: '/docs',
    },
  ];
}

function listPages(project: string): readonly OfferedCommand[] {
  const groupOf = new Map(pageGroups.flatMap(({ title, pages }) => pages.map((page) => [page, title])));
  return projectPages.map((page) => {
    const note = groupOf.get(page);
    return {
      key: `page ${page.rest}`,
      group: 'Pages',
      icon: page.icon,
      text: page.text,
      ...(note === undefined ? {} : { note }),
      words: page.words,
      to: projectPath(project, page.rest),
      needs: page.needs,
    };
  });
}

/** Parts of pages that people look for by a name of their own. */
function listReports(project: string): readonly OfferedCommand[] {
  const report = (rest: string, label: string, words: string, text = label): OfferedCommand => {
    const page = projectPages.find((one) => one.rest === rest) ?? overviewPage;
    const to = namedFieldPath(projectPath(project, rest), { label, section: '' });
    return {
      key: `report ${text}`,
      group: 'Pages',
      icon: page.icon,
      text,
      note: page.text,
      words,
      to,
      needs: page.needs,
    };
  };
  return [
    report('/searches', 'Top searches', 'most popular frequent queries keywords what shoppers search for'),
    report('/searches', 'Searches without results', 'zero no results failed not found nothing null missing'),
    report('/searches', 'Searches without clicks', 'unclicked ignored no clicks'),
    report(
      '/search',
      'Missing a product?',
      'why not missing absent explain position rank gone invisible hidden',
      'Why is a product not found?',
    ),
    report('', 'Needs attention', 'today to do tasks problems warnings'),
  ];
}

function listActions(project: string): readonly OfferedCommand[] {
  const action = (
    icon: IconName,
    text: string,
    rest: string,
    needs: string,
    words: string,
  ): OfferedCommand => ({
    key: `action ${text}`,
    group: 'Actions',
    icon,
    text,
    words,
    to: projectPath(project, rest),
    needs,
  });
  return [
    action('plus', 'New item', '/items/new', 'addItems', 'add create product article'),
    action('plus', 'New rule', '/rules?new=1', 'changeRules', 'add create pin hide boost bury promotion'),
    action('import', 'Import a file', '/import', 'importItems', 'csv upload catalog products'),
    action(
      'import',
      'Connect a shop or a feed',
      '/import',
      'putFeed',
      'shopify woocommerce xml schedule url new',
    ),
    action('export', 'Export items', '/items?export=1', 'exportItems', 'download csv ndjson products'),
    action('sheet', 'Edit prices and stock', '/items/bulk-edit', 'changeItems', 'bulk sheet spreadsheet'),
    action('key', 'Create a key', '/keys?new=1', 'createKey', 'new api token access'),
    action('pin', 'Pin a product', '/search', 'changeRules', 'first top place position promote search'),
    action('hide', 'Hide a product', '/search', 'changeRules', 'remove exclude bury demote results'),
    action(
      'rules',
      'Show a banner',
      '/rules?new=1&action=userData',
      'changeRules',
      'shipping free delivery promotion campaign sale',
    ),
    action(
      'rules',
      'Redirect a search',
      '/rules?new=1&action=redirect',
      'changeRules',
      'shipping returns page link send shoppers',
    ),
    action(
      'search',
      'Add a synonym for a failed search',
      '/searches',
      'changeSynonyms',
      'synonyms same word means',
    ),
    action('items', 'Sold-out items', '/items?stock=sold-out', 'search', 'stock availability out of stock'),
    action('items', 'Low stock', '/items?stock=low', 'search', 'running out availability reorder'),
    action(
      'picture',
      'Items without pictures',
      '/items?pictures=none',
      'search',
      'missing images photos products',
    ),
    action('site', 'Put it on your site', '/site', 'changeSettings', 'tag script snippet install embed'),
    action('bell', 'New webhook', '/alerts?new=1', 'putWebhook', 'alert notify slack message create'),
  ];
}

const generalActions: readonly OfferedCommand[] = [
  {
    key: 'action invite',
    group: 'Actions',
    icon: 'team',
    text: 'Invite a colleague',
    words: 'add user team member access person',
    to: '/settings/team?new=1',
    needs: 'inviteUser',
  },
  {
    key: 'action project',
    group: 'Actions',
    icon: 'plus',
    text: 'New project',
    words: 'add create shop',
    to: '/?new=1',
    needs: 'createProject',
  },
  {
    key: 'action backup',
    group: 'Actions',
    icon: 'copy',
    text: 'Back up now',
    words: 'backup copy save',
    to: '/settings/backups',
    needs: 'startBackup',
  },
];

/** Words of merchandisers for settings whose labels say something else. */
const otherWords: Readonly<Record<string, string>> = {
  Synonyms: 'same meaning other word thesaurus',
  'Typo tolerance': 'misspelling spelling mistake correction',
  'Sold-out items last': 'out of stock availability bottom end',
  'Half-life, in days': 'trend decay older clicks popularity',
  'Custom ranking (tie-breakers)': 'sort margin bestseller newest order',
  'Variant group field': 'sizes colours variants products',
  'When there are no results': 'zero results fallback nothing found',
  'Searchable fields': 'attributes which fields are searched',
  Look: 'design theme colours font',
};

function listSettings(settings: readonly SettingLabel[], project: string | null): readonly OfferedCommand[] {
  return settings.flatMap(({ page, label, section, hint }): OfferedCommand[] => {
    const isPersonal = page === '/settings';
    if (project === null && !isPersonal) return [];
    const known = isPersonal ? undefined : projectPages.find(({ rest }) => rest === page);
    const places = [known?.text ?? 'Your settings', section === label ? '' : section];
    return [
      {
        key: `setting ${page} ${section} ${label}`,
        group: 'Settings',
        icon: known?.icon ?? 'user',
        text: label.charAt(0).toUpperCase() + label.slice(1),
        note: places.filter(Boolean).join(' · '),
        words: `${otherWords[label] ?? ''} ${hint}`,
        to: namedFieldPath(isPersonal ? page : projectPath(project ?? '', page), { label, section }),
        needs: known?.needs,
      },
    ];
  });
}
