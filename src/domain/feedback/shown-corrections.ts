import type { ProjectEngine } from '../../ports/engine.ts';
import type { LearnedCorrection } from '../../ports/search/learned-corrections.ts';

export interface ShownCorrection extends LearnedCorrection {
  /** Whether searches use it: no item has the word, some have the words of its target, and the typo settings allow it. */
  readonly isActive: boolean;
}

/** The corrections that visitors taught, those of most visitors first. */
export function listCorrections({
  learnedCorrections,
  settings,
  text: { queryAnalyzer },
}: Pick<ProjectEngine, 'learnedCorrections' | 'settings' | 'text'>): ShownCorrection[] {
  const { enabled, disabledWords } = settings.effective().search.typos;
  const disabled = new Set(disabledWords.flatMap((word) => queryAnalyzer.analyze(word).words));
  const isActive = ({ word, target }: LearnedCorrection): boolean => {
    const [from, to] = [queryAnalyzer.analyze(word), queryAnalyzer.analyze(target)];
    if ([...from.words, ...to.words].some((stem) => disabled.has(stem))) return false;
    return (
      queryAnalyzer.presence(from)[0] !== 'known' &&
      queryAnalyzer.presence(to).every((presence) => presence === 'known')
    );
  };
  return learnedCorrections
    .list()
    .map((correction) => ({ ...correction, isActive: enabled && isActive(correction) }));
}
