import { WorkSlices } from '../../lib/work-slices.ts';
import { highlight, type HighlightOptions } from '../../kernel/text/search/highlight.ts';
import { SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import { defaultTextSettings, type TextSettings } from '../../kernel/text/schema/settings.ts';
import type { CreateDocumentSearch, DocumentSection } from '../../ports/search/document-search.ts';

/** A page of documentation is grouped as a product is, with its sections as variants. */
const settings: TextSettings = {
  ...defaultTextSettings,
  name: { fields: ['heading'], weight: 1, lengthPenalty: 0.4 },
  zones: [
    { fields: ['title'], weight: 0.9, lengthPenalty: 0.4 },
    { fields: ['note'], weight: 0.5, lengthPenalty: 0.4 },
    { fields: ['text'], weight: 0.3, lengthPenalty: 0.6 },
    { fields: ['code'], weight: 0.1, lengthPenalty: 0.6 },
  ],
  identifiers: [],
  builtInSynonyms: false,
  groupBy: 'page',
  typos: { ...defaultTextSettings.typos, disabledFields: ['code'] },
};
/** A list is before a page about the subject only if it is better by two positions. */
const listFactor = 0.6;
/** Characters that are indexed at a time: about 10 ms of work. */
const charactersMax = 16_000;
const marks: HighlightOptions = { pre: '<mark>', post: '</mark>', maxLength: 200 };

/** See the port. Searches the documentation by the text search of products. */
export const createDocumentSearch: CreateDocumentSearch = async (sections, synonyms) => {
  const index = new SegmentedIndex({
    ...settings,
    synonyms: synonyms.map(({ from, to }) => ({ kind: 'oneWay', from, to: [...to] })),
  });
  const slices = new WorkSlices(charactersMax);
  for (const [key, section] of sections.entries()) {
    index.add({
      key,
      texts: listTexts(section),
      values: [{ field: 'page', value: section.page }],
      // Equal sections are in the order of the pages.
      popularity: -key,
    });
    const pause = slices.spend(section.text.length + section.code.length);
    if (pause !== null) await pause;
  }
  return {
    find: (text, pagesMax) => {
      const { hits, total, corrected, terms } = index.search({
        text,
        offset: 0,
        limit: pagesMax,
        adjustments: {
          getFactor: (key) => (sections[key]?.isList === true ? listFactor : 1),
          preferences: { max: 0, filters: [] },
          exploration: null,
        },
      });
      const found = hits.map(({ key }) => ({
        section: key,
        excerpt: highlight(sections[key]?.text ?? '', terms, index.analyzer, marks).value,
      }));
      return { found, total, corrected };
    },
  };
};

function listTexts({
  heading,
  title,
  note,
  text,
  code,
}: DocumentSection): { field: string; value: string }[] {
  return Object.entries({ heading, title, note, text, code }).map(([field, value]) => ({ field, value }));
}
