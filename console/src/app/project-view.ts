import type { Project } from '@vitrine/sdk';

/** What every view of a project is given. */
export interface ProjectView {
  readonly project: Project;
  /** The parts of the address that the view's pattern names. */
  readonly parts: Readonly<Record<string, string>>;
}
