import { counted } from '../parts/formats.ts';
import { service } from './service.ts';

/**
 * Adds a one-way synonym: searches for `from` also find the words of `to`. Returns a text for people, with the number of items that
 * searches find in addition. @throws VitrineError settings_changed, invalid_request
 */
export async function addSynonym(project: string, from: string, to: readonly string[]): Promise<string> {
  const { synonyms, version } = await service.settings.synonyms(project);
  const added = { kind: 'oneWay', from, to } as const;
  const preview = await service.settings.previewSynonyms(project, { q: from, synonyms: [added], limit: 1 });
  await service.settings.changeSynonyms(project, [...synonyms, added], { ifVersion: version });
  const more = preview.added === 0 ? 'no more items' : counted(preview.added, 'more item');
  return `Saved. Searches for “${from}” now also find “${to.join('”, “')}”: ${more}.`;
}
