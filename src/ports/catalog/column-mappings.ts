/** The mapping of an import, remembered for files with the same columns. */
export interface RememberedMapping {
  /** Hash of the names of its columns. */
  readonly id: string;
  /** The field of a column by its name, or null. */
  readonly mapping: Readonly<Record<string, string | null>>;
  /** Whose columns they are, if it was chosen. */
  readonly layout: string | null;
  /** The decimal sign, if it was chosen. */
  readonly decimal: 'point' | 'comma' | null;
  /** Milliseconds since 1970 of the last import that chose it. */
  readonly chosenAt: number;
}
