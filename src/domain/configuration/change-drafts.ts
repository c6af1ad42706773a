import type { Authorship } from '../../ports/configuration/authorship.ts';
import type { ConfigurationUpdate } from '../../ports/configuration/configuration-store.ts';
import type { Draft, StoredDraft } from '../../ports/configuration/drafts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import { VitrineError, type InputError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Versioned, VersionedResources } from '../../ports/configuration/resources.ts';
import { createFault } from '../contract/fields.ts';
import { findNewestVersion, describeProof } from './replay-proof.ts';
import {
  checkCount,
  checkVersion,
  createNotFoundError,
  defineResourceTerms,
} from '../resources/change-resource.ts';
import { checkConfiguration } from './configuration-check.ts';
import { recordBase, findConflicts, listDraftParts, withDraft } from './draft-changes.ts';

export const draftTerms = defineResourceTerms('draft', limits.draftsMax);

type Project = Pick<ProjectEngine, 'configuration' | 'drafts' | 'settings' | 'text' | 'replays' | 'versions'>;

/**
 * Creates or replaces a draft. It must be valid on the live configuration. The states that it starts from are kept for parts
 * that it changed before, unless `rebase`.
 * @throws VitrineError invalid_request, invalid_filter, draft_changed
 */
export function putDraft(
  project: Project,
  draft: Draft,
  options: {
    readonly id: string;
    readonly ifVersion: number | null;
    readonly author: string;
    readonly authorId: string;
    readonly rebase: boolean;
    /** Milliseconds since 1970. */
    readonly now: number;
  },
): Promise<Versioned<StoredDraft>> {
  const { id, ifVersion, author, authorId, rebase, now } = options;
  checkDraft(draft, id);
  return project.drafts.change<StoredDraft>(id, (current) => {
    const found = current.get(id);
    checkVersion(id, found, ifVersion, draftTerms);
    if (found === undefined) checkCount(current.size + 1, draftTerms);
    const live = project.configuration.current();
    checkConfiguration(project, live, withDraft(live, draft), now);
    const base = recordBase(live, draft, rebase ? [] : (found?.value.base ?? []));
    const stored = { draft, author, authorId, base };
    checkBytes(stored, current);
    return stored;
  }) as Promise<Versioned<StoredDraft>>;
}

/**
 * Publishes all of a draft in one step, and removes the draft. Without `force`, only if what it changes has not changed since.
 * @throws VitrineError draft_not_found, draft_changed, draft_outdated; invalid_request where the result would not be valid
 */
export function publishDraft(
  project: Project,
  id: string,
  options: {
    readonly by: Authorship;
    readonly force: boolean;
    readonly ifVersion: number | null;
    readonly now: number;
    /** Throws if the caller may not publish a part. */
    readonly check: (draft: Draft) => void;
    readonly progress: (indexed: number, total: number) => void;
  },
): Promise<ConfigurationUpdate> {
  const { by, force, ifVersion, now, check, progress } = options;
  return project.configuration.change(
    (live, drafts) => {
      const found = drafts.get(id);
      if (found === undefined) throw createNotFoundError(id, draftTerms);
      checkVersion(id, found, ifVersion, draftTerms);
      const { draft } = found.value;
      check(draft);
      if (!force) checkCurrent(id, findConflicts(live, found.value));
      const after = withDraft(live, draft);
      checkConfiguration(project, live, after, now);
      const proof = describeProof(
        project.replays.current().get(id)?.value,
        found.version,
        findNewestVersion(project),
      );
      return { after, published: id, message: by.message ?? draft.name ?? id, proof };
    },
    { author: by.author, progress },
  );
}

function checkCurrent(id: string, conflicts: ReturnType<typeof findConflicts>): void {
  if (conflicts.length === 0) return;
  const parts = conflicts.map(({ kind, id: part }) => ({ kind, id: part }));
  const detail = `The draft ${JSON.stringify(id)} was not published as ${parts.length} of its parts changed since`;
  throw new VitrineError('draft_outdated', detail, { members: { parts } });
}

/** Checks constraints between members. */
function checkDraft(draft: Draft, id: string): void {
  const errors: InputError[] = [];
  if (draft.id !== id)
    errors.push(...createFault('draft.id', 'contradiction', `${JSON.stringify(id)}, as in the path`).errors);
  for (const kind of ['rules', 'collections', 'placements'] as const) {
    const { put = [], remove = [] } = draft[kind] ?? {};
    const seen = new Set<string>();
    const checkPart = (part: string, path: string): void => {
      if (seen.has(part)) {
        const detail = `${path} must not be ${JSON.stringify(part)}, which the draft changes already`;
        errors.push({ path, code: 'duplicate', detail });
      }
      seen.add(part);
    };
    put.forEach((resource, i) => checkPart(resource.id, `draft.${kind}.put[${i}].id`));
    remove.forEach((id, i) => checkPart(id, `draft.${kind}.remove[${i}]`));
  }
  if (errors.length === 0 && listDraftParts(draft).length > limits.draftPartsMax) {
    const most = `a draft that changes at most ${limits.draftPartsMax} parts`;
    errors.push(...createFault('draft', 'too_many', most).errors);
  }
  if (errors[0] !== undefined) throw createDraftError(errors);
}

function checkBytes(stored: StoredDraft, others: VersionedResources<StoredDraft>): void {
  const bytes = measureBytes(stored);
  if (bytes > limits.draftBytesMax) {
    const most = `at most ${limits.draftBytesMax} bytes of JSON, with the live states that it changes, not ${bytes}`;
    throw createDraftError(createFault('draft', 'too_long', most).errors);
  }
  let total = bytes;
  for (const { value } of others.values())
    if (value.draft.id !== stored.draft.id) total += measureBytes(value);
  if (total <= limits.draftsBytesMax) return;
  const most = `such that all drafts have at most ${limits.draftsBytesMax} bytes, not ${total}: publish or delete one first`;
  throw createDraftError(createFault('draft', 'too_many', most).errors);
}

const bytes = new WeakMap<StoredDraft, number>();

function measureBytes(stored: StoredDraft): number {
  let size = bytes.get(stored);
  if (size === undefined) bytes.set(stored, (size = Buffer.byteLength(JSON.stringify(stored))));
  return size;
}

function createDraftError(errors: readonly InputError[]): VitrineError {
  return new VitrineError('invalid_request', errors[0]?.detail ?? 'The draft is not valid', {
    errors: errors.slice(0, limits.settingsErrorsMax),
  });
}
