import type { ProjectEngine } from '../../ports/engine.ts';
import type { LearnedCorrection } from '../../ports/learned-corrections.ts';

export interface ShownCorrection extends LearnedCorrection {
  /** Whether searches use it: no item has the word, and some have the words of its target. */
  readonly isActive: boolean;
}

/** The corrections that visitors taught, those of most visitors first. */
export function shownCorrections({
  learnedCorrections,
  text: { queryAnalyzer },
}: Pick<ProjectEngine, 'learnedCorrections' | 'text'>): ShownCorrection[] {
  const presence = (text: string) => queryAnalyzer.presence(queryAnalyzer.analyze(text));
  return learnedCorrections.list().map((correction) => ({
    ...correction,
    isActive:
      presence(correction.word)[0] !== 'known' &&
      presence(correction.target).every((word) => word === 'known'),
  }));
}
