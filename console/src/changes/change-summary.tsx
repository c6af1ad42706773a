import type { ConfigurationChange } from '@vitrine/sdk';
import { useShownItems, type ShownItem } from '../app/shown-items.ts';
import { ItemPicture } from '../parts/picture.tsx';
import type { ReactNode } from 'react';
import type { ChangeSentence } from './change-sentence.ts';
import { describeChange } from './describe-change.ts';

/** Sentences of a summary; the others are counted. */
const sentencesMax = 2;
const picturesMax = 4;

/** The first sentences of changes, the items of their pictures, and how many sentences there are more. */
export interface ChangeSummary {
  readonly sentences: readonly ChangeSentence[];
  readonly items: ReadonlyMap<string, ShownItem>;
  readonly more: number;
}

export function useChangeSummary(project: string, changes: readonly ConfigurationChange[]): ChangeSummary {
  const describe = (nameItem: (id: string) => string): ChangeSentence[] =>
    changes.flatMap((change) => describeChange(change, nameItem));
  const ids = describe((id) => id)
    .slice(0, sentencesMax)
    .flatMap((one) => one.items);
  const items = useShownItems(project, ids);
  const all = describe((id) => items.get(id)?.name ?? id);
  return {
    sentences: all.slice(0, sentencesMax),
    items,
    more: Math.max(0, all.length - sentencesMax),
  };
}

/** Pictures of the items of a sentence. */
export function SentencePictures({
  ids,
  items,
}: {
  ids: readonly string[];
  items: ReadonlyMap<string, ShownItem>;
}): ReactNode {
  return ids.slice(0, picturesMax).map((id) => (
    <span key={id} className="thumb small-thumb">
      <ItemPicture url={items.get(id)?.picture} size={16} />
    </span>
  ));
}
