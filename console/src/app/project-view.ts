import type { Project } from '@vitrine/sdk';

/** Props of every view of a project. */
export interface ProjectView {
  readonly project: Project;
  /** Path parameters of the view's pattern. */
  readonly parts: Readonly<Record<string, string>>;
}
