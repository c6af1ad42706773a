/** The pages of a project, as in its navigation. `needs`: the operation without which a page is of no use. */
export const projectPages = [
  { rest: '', text: 'Overview', icon: 'overview' },
  { rest: '/alerts', text: 'Alerts', icon: 'bell' },
  { rest: '/items', text: 'Items', icon: 'items' },
  { rest: '/import', text: 'Import', icon: 'import', needs: 'importItems' },
  { rest: '/pictures', text: 'Pictures', icon: 'picture' },
  { rest: '/keys', text: 'Keys', icon: 'key', needs: 'listKeys' },
  { rest: '/searches', text: 'Searches', icon: 'chart' },
  { rest: '/revenue', text: 'Revenue', icon: 'money' },
  { rest: '/relevance', text: 'Relevance', icon: 'settings' },
  { rest: '/facets', text: 'Facets', icon: 'facets' },
  { rest: '/rules', text: 'Rules', icon: 'rules' },
  { rest: '/collections', text: 'Collections', icon: 'collections' },
  { rest: '/placements', text: 'Placements', icon: 'placements' },
  { rest: '/site', text: 'On your site', icon: 'site' },
  { rest: '/drafts', text: 'Drafts', icon: 'draft' },
  { rest: '/experiments', text: 'Experiments', icon: 'experiment' },
  { rest: '/history', text: 'History', icon: 'history' },
  { group: 'Test' },
  { rest: '/search', text: 'Search', icon: 'search' },
  { rest: '/photo', text: 'Photo', icon: 'photo' },
  { rest: '/recommendations', text: 'Recommendations', icon: 'recommend' },
] as const;

/** The pages of the settings. */
export const settingsPages = [
  { path: '/settings', text: 'You', needs: 'getSession' },
  { path: '/settings/team', text: 'Team', needs: 'listUsers' },
  { path: '/settings/backups', text: 'Backups', needs: 'listBackups' },
  { path: '/settings/audit-log', text: 'Audit log', needs: 'getAuditLog' },
] as const;
