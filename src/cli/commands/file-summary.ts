import type { FileFindings } from '../../domain/catalog/import-files/file-findings.ts';

/** Describes a file as `CSV, windows-1252, delimiter ";", decimal comma`. */
export function summarizeFile({ format, layout, encoding, delimiter, decimal }: FileFindings): string {
  return [
    layout === null || layout === 'plain' ? format : `${format} of ${layout}`,
    encoding,
    ...(delimiter === null ? [] : [`delimiter ${delimiter === '\t' ? 'tab' : JSON.stringify(delimiter)}`]),
    ...(decimal === null ? [] : [`decimal ${decimal}`]),
  ].join(', ');
}

/** Tells that the mapping is not new. */
export function describeRememberedMapping({ rememberedAt }: FileFindings): string[] {
  if (rememberedAt === null) return [];
  const day = new Date(rememberedAt).toISOString().slice(0, 10);
  return [`Columns mapped as in the import of ${day} (for none: --mapping {})`];
}

/** Lists what looks wrong, or was not read as it is written. */
export function formatWarnings({ warnings }: Pick<FileFindings, 'warnings'>): string[] {
  return warnings.map(({ detail, line, lines }) => {
    if (line === null) return `Note: ${detail}`;
    return `Note: ${detail} (${lines === 1 ? `line ${line}` : `${lines} lines, the first is ${line}`})`;
  });
}
