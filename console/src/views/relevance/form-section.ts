import type { Draft } from './relevance-draft.ts';

/** What a part of the form reads and changes. */
export interface FormSection {
  readonly draft: Draft;
  readonly set: (next: Partial<Draft>) => void;
  /** The validation error of a setting, by its path. */
  readonly errorAt: (path: string) => string | undefined;
}
