import { draftTerms } from '../../domain/configuration/change-drafts.ts';
import { createDraftView, pinConfiguration } from '../../domain/configuration/project-view.ts';
import { createArmView, type ArmView } from '../../domain/experiments/arm-view.ts';
import { consoleKeyId } from '../../domain/projects/console-access.ts';
import { hasScope } from '../../domain/projects/grants.ts';
import { findResource } from '../../domain/resources/change-resource.ts';
import type { RequestView, ServedProject } from '../../ports/engine.ts';
import { VitrineError } from '../../ports/errors.ts';
import { limits } from '../../ports/limits.ts';
import type { Call } from '../operation.ts';
import { defineTextParameter } from '../requests/parameters.ts';

/** The draft under which a request is answered. */
export const draftParameter = defineTextParameter({
  description:
    'Id of a draft: answers as if it was published. The key needs the scope `settings`. Changes that need another index are not shown; `warnings` name them.',
  lengthMax: limits.resourceIdLengthMax,
});

/** A call that sees one configuration of its project. */
export type PinnedCall<C extends ProjectCall> = Omit<C, 'project'> & {
  readonly project: RequestView<C['project']>;
};

interface ProjectCall {
  readonly project: ServedProject;
}

/**
 * Pins the configuration that a call sees: the current one, or that of a draft.
 * @throws VitrineError scope_missing, draft_not_found
 */
export function pinView<C extends Pick<Call<ServedProject>, 'project' | 'key' | 'warnings'>>(
  call: C,
  draft: string | null,
): PinnedCall<C> {
  if (draft === null) return { ...call, project: pinConfiguration(call.project) };
  if (call.key !== null && !hasScope(call.key, 'settings'))
    throw new VitrineError('scope_missing', 'The parameter `draft` also requires the scope `settings`');
  const { value } = findResource(call.project.drafts, draft, draftTerms);
  const { project, notApplied } = createDraftView(call.project, value);
  for (const path of notApplied) {
    const detail = `The preview is without the draft’s change of ${path}, which takes effect once it is published`;
    call.warnings.push({ code: 'draft_not_previewed', path: 'draft', detail });
  }
  return { ...call, project };
}

/** A call that sees the configuration of an arm of an experiment. */
export type ArmCall<C extends ProjectCall> = PinnedCall<C> & Omit<ArmView<C['project']>, 'project'>;

/**
 * Like {@link pinView}, but without a draft, a visitor sees the arms of running experiments. The console sees the live configuration.
 * @throws VitrineError scope_missing, draft_not_found
 */
export function pinVisitorView<C extends Pick<Call<ServedProject>, 'project' | 'key' | 'warnings'>>(
  call: C,
  { draft, user, session }: VisitorInput & { readonly draft: string | null },
): ArmCall<C> {
  if (draft !== null || call.key?.id === consoleKeyId)
    return { ...pinView(call, draft), assignment: null, interleavedWith: null };
  const visitor = { user, session: typeof session === 'string' ? session : null };
  return { ...call, ...createArmView(call.project, visitor) };
}

interface VisitorInput {
  readonly user: string | null;
  readonly session: string | readonly string[] | null;
}
