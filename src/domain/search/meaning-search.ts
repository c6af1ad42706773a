import type { ProjectEngine } from '../../ports/engine.ts';
import type { QueryMeaning, TextQuery, TextResult } from '../../ports/text.ts';
import type { QueryMeanings, WithoutMeaning } from './query-meanings.ts';

/** How meaning had a part in a search, or why it had none. */
export interface MeaningReport {
  readonly used: boolean;
  readonly why: WithoutMeaning | null;
  /** Of `total`, those that are listed by their meaning alone. */
  readonly added: number;
  /** The share of the meaning in a place; null where it had no part. */
  readonly weight: number | null;
}

export type MeaningResult = Omit<TextResult, 'added'> & { readonly meaning: MeaningReport };

/** What a query finds by its words, and by what they mean where that can help. `client`: who asks. */
export async function searchWithMeaning(
  project: Pick<ProjectEngine, 'text' | 'settings' | 'meanings' | 'choices'>,
  meanings: QueryMeanings,
  query: TextQuery,
  client: string,
): Promise<MeaningResult> {
  const { text, settings } = project;
  if (meanings.without(project, query) === null && text.reader.words(query.text).length === 1) {
    // The words decide alone about what they find; where that is enough, nobody need be asked.
    const found = await text.search(query);
    if (found.total >= settings.effective().search.listedAtLeast) return reported(found, 'enough');
  }
  const { query: whole, why } = await meanings.withMeaning(project, query, client);
  return reported(await text.search(whole), why, whole.meaning);
}

function reported(
  { added, ...found }: TextResult,
  why: WithoutMeaning | null,
  meaning?: QueryMeaning,
): MeaningResult {
  const used = added !== null;
  const weight = used ? (meaning?.weight ?? null) : null;
  return { ...found, meaning: { used, why, added: added ?? 0, weight } };
}
