/** What was done, for people: "Pinned Rain jacket to place 1 for “jacket”". */
export interface ChangeSentence {
  readonly text: string;
  /** The items that it is about, for their pictures. */
  readonly items: readonly string[];
}

/** The name of an item by its id. */
export type NameItem = (id: string) => string;
