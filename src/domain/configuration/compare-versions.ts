import { isDeepStrictEqual } from 'node:util';
import type { ConfigurationChange } from '../../ports/configuration/configuration.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import { invertChanges, findVersion } from './take-back.ts';

/**
 * The changes from the state after one version to the state after another one, which may be older.
 * @throws VitrineError version_not_found, also of one in between; invalid_request where they are too far apart
 */
export function compareVersions(
  project: Pick<ProjectEngine, 'versions'>,
  from: number,
  to: number,
): readonly ConfigurationChange[] {
  const [older, newer] = [Math.min(from, to), Math.max(from, to)];
  findVersion(project, older);
  if (newer - older > limits.versionsComparedMax) {
    const detail = `with must be at most ${limits.versionsComparedMax} versions away, not ${newer - older}`;
    throw new VitrineError('invalid_request', detail, {
      errors: [{ path: 'with', code: 'out_of_range', detail }],
    });
  }
  const combined = new Map<string, ConfigurationChange>();
  for (let number = older + 1; number <= newer; number++) {
    for (const change of findVersion(project, number).changes) {
      const name = `${change.kind} ${change.id}`;
      const { before } = combined.get(name) ?? change;
      combined.set(name, { kind: change.kind, id: change.id, before, after: change.after });
    }
  }
  const changes = [...combined.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
  return from <= to ? changes : invertChanges(changes);
}
