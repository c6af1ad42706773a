import type { IconName } from '../parts/icons.tsx';

export interface ProjectPage {
  /** Its path below that of the project. */
  readonly rest: string;
  readonly text: string;
  readonly icon: IconName;
  /** The operation without which it is of no use. */
  readonly needs?: string;
  /** Further words by which people look for it. */
  readonly words: string;
}

/** Where a project opens, above the groups of its navigation. */
export const overviewPage: ProjectPage = {
  rest: '',
  text: 'Overview',
  icon: 'overview',
  words: 'start home dashboard setup checklist today figures',
};

/** The pages of a project by task, as its navigation shows them. */
export const pageGroups: readonly { readonly title: string; readonly pages: readonly ProjectPage[] }[] = [
  {
    title: 'Catalog',
    pages: [
      {
        rest: '/items',
        text: 'Items',
        icon: 'items',
        words: 'products catalog articles sku variants prices',
      },
      {
        rest: '/import',
        text: 'Import',
        icon: 'import',
        needs: 'importItems',
        words: 'feed file csv xml shopify woocommerce connect upload catalog schedule',
      },
      { rest: '/pictures', text: 'Pictures', icon: 'picture', words: 'images photos failed broken' },
    ],
  },
  {
    title: 'Merchandise',
    pages: [
      {
        rest: '/search',
        text: 'Search',
        icon: 'search',
        words: 'try test query results pin hide product order by hand',
      },
      {
        rest: '/rules',
        text: 'Rules',
        icon: 'rules',
        words: 'banner shipping promotion campaign pin hide boost bury redirect sale season merchandising',
      },
      {
        rest: '/collections',
        text: 'Collections',
        icon: 'collections',
        words: 'category pages landing page sale new arrivals arrange sort',
      },
      {
        rest: '/placements',
        text: 'Placements',
        icon: 'placements',
        words: 'recommendation lists widgets carousel home page product page cart',
      },
      { rest: '/facets', text: 'Facets', icon: 'facets', words: 'filters refinements sizes colours sidebar' },
      {
        rest: '/recommendations',
        text: 'Recommendations',
        icon: 'recommend',
        words: 'similar bought together trending best sellers popular personal lists',
      },
      { rest: '/photo', text: 'Photo', icon: 'photo', words: 'photo search picture camera visual' },
      { rest: '/drafts', text: 'Drafts', icon: 'draft', words: 'prepare publish later try preview replay' },
    ],
  },
  {
    title: 'Measure',
    pages: [
      {
        rest: '/searches',
        text: 'Searches',
        icon: 'chart',
        words: 'analytics report top popular queries no zero results failed shoppers looked for keywords',
      },
      {
        rest: '/revenue',
        text: 'Revenue',
        icon: 'money',
        words: 'sales money orders turnover report earned',
      },
      {
        rest: '/experiments',
        text: 'Experiments',
        icon: 'experiment',
        words: 'a/b ab test compare variant interleaving',
      },
      {
        rest: '/alerts',
        text: 'Alerts',
        icon: 'bell',
        words: 'warnings problems webhook notify slack message',
      },
    ],
  },
  {
    title: 'Settings',
    pages: [
      {
        rest: '/relevance',
        text: 'Relevance',
        icon: 'settings',
        words: 'ranking synonyms typos languages fields weights search settings semantic',
      },
      {
        rest: '/site',
        text: 'On your site',
        icon: 'site',
        words: 'tag script snippet install shop theme design look colours embed',
      },
      {
        rest: '/keys',
        text: 'Keys',
        icon: 'key',
        needs: 'listKeys',
        words: 'api key token access rate limit private fields origins cors agents',
      },
      {
        rest: '/history',
        text: 'History',
        icon: 'history',
        words: 'changes versions undo take back restore who changed',
      },
    ],
  },
];

export const projectPages: readonly ProjectPage[] = [
  overviewPage,
  ...pageGroups.flatMap(({ pages }) => pages),
];

/** The pages of the settings. */
export const settingsPages = [
  {
    path: '/settings',
    text: 'You',
    needs: 'getSession',
    words: 'password profile name email sessions sign out',
  },
  { path: '/settings/team', text: 'Team', needs: 'listUsers', words: 'users colleagues roles invite people' },
  { path: '/settings/backups', text: 'Backups', needs: 'listBackups', words: 'copy restore save' },
  { path: '/settings/audit-log', text: 'Audit log', needs: 'getAuditLog', words: 'who did what security' },
] as const;

/** Whether a page of a project, or one below it, is shown at a path below that of the project. */
export function isPageAt({ rest }: ProjectPage, path: string): boolean {
  return rest === '' ? path === '' : path === rest || path.startsWith(`${rest}/`);
}
