import type { RequestView, ServedProject } from '../../ports/engine.ts';
import type { Assignment } from '../../ports/configuration/experiments.ts';
import type { Visitor } from '../../ports/recommendations/events.ts';
import { createDraftView, pinConfiguration } from '../configuration/project-view.ts';

/** A project as the experiments let a visitor see it. */
export interface ArmView<P extends ServedProject> {
  readonly project: RequestView<P>;
  /** Null means that the visitor is in no experiment. */
  readonly assignment: Assignment | null;
  /** The other order of an interleaved list, or null if lists are not interleaved. */
  readonly interleavedWith: RequestView<P> | null;
}

/** The unit that is assigned: the user, otherwise the session, or null if a visitor without either is in no experiment. */
export function formatUnit({ user, session }: Visitor): string | null {
  return user !== null ? `u:${user}` : session !== null ? `s:${session}` : null;
}

/** The project in the arm of a visitor. Cheap: the view of the draft is computed once. */
export function createArmView<P extends ServedProject>(project: P, visitor: Visitor): ArmView<P> {
  const unit = formatUnit(visitor);
  const assignment = unit === null ? null : project.experimentArms.readAssignment(unit);
  const live = pinConfiguration(project);
  if (assignment === null) return { project: live, assignment, interleavedWith: null };
  const { experiment, treatment } = assignment.experiment;
  if (experiment.mode === 'interleaving')
    return { project: live, assignment, interleavedWith: createDraftView(project, treatment).project };
  return {
    project: assignment.arm === 'treatment' ? createDraftView(project, treatment).project : live,
    assignment,
    interleavedWith: null,
  };
}

/** The assignment as an impression has it. */
export function listAssignmentNames(assignment: Assignment | null): string[] {
  if (assignment === null) return [];
  const { experiment, arm } = assignment;
  const { id, mode } = experiment.experiment;
  return [`${id}:${mode === 'split' ? arm : 'interleaved'}`];
}
