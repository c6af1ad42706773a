import type { Configuration, ConfigurationChange } from '../../ports/configuration/configuration.ts';
import type { ConfigurationUpdate } from '../../ports/configuration/configuration-store.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { Version } from '../../ports/configuration/versions.ts';
import { checkConfiguration } from './configuration-check.ts';
import { hasState, withChanges } from './configuration-parts.ts';

/** @throws VitrineError version_not_found */
export function findVersion({ versions }: Pick<ProjectEngine, 'versions'>, number: number): Version {
  const found = versions.version(number);
  if (found !== null) return found;
  const detail = `Version ${number} does not exist or was deleted: a project keeps the newest ${limits.versionsMax}`;
  throw new VitrineError('version_not_found', detail);
}

/**
 * Restores what a version changed, as a new version. Without `force`, only if no later version changed the same parts. `progress`:
 * of a rebuild of the index, which settings may need.
 * @throws VitrineError version_not_found, version_superseded; invalid_request where the restored state is not valid any more
 */
export function takeBack(
  project: Pick<ProjectEngine, 'configuration' | 'versions' | 'settings' | 'text'>,
  version: Version,
  options: {
    readonly by: Authorship;
    readonly force: boolean;
    readonly now: number;
    readonly progress: (indexed: number, total: number) => void;
  },
): Promise<ConfigurationUpdate> {
  const { by, force, now, progress } = options;
  const message = by.message ?? `Takes back version ${version.number}`;
  return project.configuration.change(
    (current) => {
      if (!force) checkNotSuperseded(current, version);
      const after = withChanges(current, invertChanges(version.changes));
      checkConfiguration(project, current, after, now);
      return { after, published: null, message, proof: null };
    },
    { author: by.author, progress },
  );
}

/** The changes that undo these. A removed rule returns to its place. */
export function invertChanges(changes: readonly ConfigurationChange[]): ConfigurationChange[] {
  return changes.map(({ before, after, ...part }) => ({ ...part, before: after, after: before }));
}

function checkNotSuperseded(current: Configuration, { number, changes }: Version): void {
  const parts = changes
    .filter((change) => !hasState(current, change, change.after) && !hasState(current, change, change.before))
    .map(({ kind, id }) => ({ kind, id }));
  if (parts.length === 0) return;
  const names = parts
    .slice(0, 5)
    .map(({ kind, id }) => `${kind} ${JSON.stringify(id)}`)
    .join(', ');
  const detail = `Version ${number} cannot be taken back as later versions changed the same parts: ${names}${parts.length > 5 ? ', ...' : ''}`;
  throw new VitrineError('version_superseded', detail, { members: { parts } });
}
