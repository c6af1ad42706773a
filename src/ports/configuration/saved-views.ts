/** Pages of the console with lists that people filter and sort. */
export const savedViewPages = ['items', 'searches', 'rules', 'revenue'] as const;
export type SavedViewPage = (typeof savedViewPages)[number];

/** The filters, the order and the columns of a page of the console under a name, for everybody in the project. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly page: SavedViewPage;
  /** The query of the page's address, without its question mark: `brand=Lume&sort=price:asc`. */
  readonly query: string;
}
