import type { TextIndex } from './text.ts';
import type { TextViews } from './text-views.ts';

/** A text index as searches need it. */
export interface ServedText
  extends
    Pick<TextIndex, 'queryAnalyzer' | 'findFieldTypes' | 'listFieldNames' | 'search' | 'searchFacetValues'>,
    TextViews<ServedText> {}
