import type { Role } from '@vitrine/sdk';

/** The roles with what they may do, as forms offer them. */
export const roleOptions: readonly (readonly [role: Role, label: string, hint: string])[] = [
  ['viewer', 'Viewer', 'Reads everything: items, rules, searches, revenue. Changes nothing.'],
  ['editor', 'Editor', 'Also changes items, rules, settings, drafts and experiments.'],
  ['owner', 'Owner', 'Also administers users, keys, projects and backups. Has all projects.'],
];

export function roleName(role: Role): string {
  return roleOptions.find(([one]) => one === role)?.[1] ?? role;
}

/** The projects of a user, by name. */
export function projectNames(
  projects: readonly string[] | null,
  all: readonly { readonly id: string; readonly name: string }[],
): string {
  if (projects === null) return 'All projects';
  if (projects.length === 0) return 'No project';
  return projects.map((id) => all.find((one) => one.id === id)?.name ?? id).join(', ');
}
