import { join } from 'node:path';
import type { Plugin } from 'vite';
import { readGuideTitles } from './guide-titles.ts';
import { readSettingLabels } from './setting-labels.ts';

const moduleName = 'virtual:palette';

/** The module `virtual:palette`: what the command palette finds besides pages and actions, read when the console is built. */
export function paletteIndex(): Plugin {
  return {
    name: 'palette-index',
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    load(id) {
      if (id !== `\0${moduleName}`) return undefined;
      const settings = readSettingLabels(join(import.meta.dirname, '..', 'src', 'views'));
      const guides = readGuideTitles(join(import.meta.dirname, '..', '..', 'docs'));
      return `export const settings = ${JSON.stringify(settings)};\nexport const guides = ${JSON.stringify(guides)};`;
    },
  };
}
