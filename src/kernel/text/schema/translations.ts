/** Texts of an item in other languages: `translations.de.name` is the German `name`. */
export const translationsPrefix = 'translations.';

/** The path of the field that the field at this path translates, or null if it is no translation. */
export function findTranslatedField(path: string): string | null {
  if (!path.startsWith(translationsPrefix)) return null;
  const end = path.indexOf('.', translationsPrefix.length);
  return end < 0 ? null : path.slice(end + 1);
}
