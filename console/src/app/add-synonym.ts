import { service } from './service.ts';

/** Adds a one-way synonym: searches for `from` also find the words of `to`. @throws VitrineError settings_changed */
export async function addSynonym(project: string, from: string, to: readonly string[]): Promise<void> {
  const { synonyms, version } = await service.settings.synonyms(project);
  const added = { kind: 'oneWay', from, to } as const;
  await service.settings.changeSynonyms(project, [...synonyms, added], { ifVersion: version });
}
