import type { VitrineClient } from '@vitrine/sdk';
import { project } from './sdk-item-calls.ts';

/** Calls of the operations on synonyms, learned corrections and fields, in an order in which each succeeds. */
export const synonymCalls: Readonly<Record<string, ((client: VitrineClient) => Promise<unknown>)[]>> = {
  changeSynonyms: [
    (c) => c.settings.changeSynonyms(project, [{ kind: 'equivalent', words: ['sofa', 'couch'] }]),
  ],
  previewSynonyms: [
    (c) =>
      c.settings.previewSynonyms(project, {
        q: 'sofa',
        synonyms: [{ kind: 'oneWay', from: 'sofa', to: ['settee'] }],
        limit: 3,
      }),
  ],
  getSynonyms: [(c) => c.settings.synonyms(project)],
  getFields: [(c) => c.settings.fields(project)],
  getLearnedCorrections: [(c) => c.settings.learnedCorrections(project)],
  forgetLearnedCorrection: [(c) => c.settings.forgetLearnedCorrection(project, 'hoover')],
};
