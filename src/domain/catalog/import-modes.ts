/** What an import does with items that exist: `replace` also adds others, `update` keeps the fields that a line lacks. */
export const importModes = ['replace', 'update'] as const;
export type ImportMode = (typeof importModes)[number];
