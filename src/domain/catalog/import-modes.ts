/**
 * Treatments of existing items by an import: `replace` also adds others, `update` keeps the fields that a line lacks, `replaceAll`
 * replaces the whole catalog in one step.
 */
export const importModes = ['replace', 'update', 'replaceAll'] as const;
export type ImportMode = (typeof importModes)[number];
