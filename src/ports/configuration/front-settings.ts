/** The experiment in which a share of the visitors sees the elements of the script. Its hash assigns them. */
export const frontExperimentId = 'front';

export const frontLayouts = ['layer', 'container'] as const;
export type FrontLayout = (typeof frontLayouts)[number];

export const frontConsents = ['page', 'required'] as const;
export type FrontConsent = (typeof frontConsents)[number];

export const listPositions = ['before', 'after', 'start', 'end'] as const;
export const listPages = ['all', 'home', 'product', 'category', 'cart'] as const;

/** A list of recommendations on pages of the shop. */
export interface FrontList {
  readonly placement: string;
  /** CSS selector of the element at which it stands. */
  readonly selector: string;
  readonly position: (typeof listPositions)[number];
  readonly pages: (typeof listPages)[number];
  readonly title: string;
}

/** CSS values; an empty one is taken from the page. */
export interface FrontStyle {
  readonly font: string;
  readonly accent: string;
  readonly text: string;
  readonly background: string;
  readonly radius: string;
}

/** What the script of shops, `/shop.js`, shows on their pages. All of it is public. */
export interface FrontSettings {
  /** False takes the elements of the script off all pages. */
  readonly enabled: boolean;
  /** Share of the visitors who see them, 0 to 1; the others are compared with them. */
  readonly share: number;
  /** Whether the service has a results page at `/s/{project}`. */
  readonly page: boolean;
  /** CSS selector of the search field of the page; empty means that the script finds it. */
  readonly field: string;
  /** `container` fills the element that `container` selects. */
  readonly layout: FrontLayout;
  readonly container: string;
  /** Address of the shop's results page with `{query}`; empty means that the layer shows them. */
  readonly resultsUrl: string;
  readonly columns: { readonly phone: number; readonly desktop: number };
  /** Paths of fields on a card, under the name. */
  readonly cardFields: readonly string[];
  readonly badges: boolean;
  readonly oldPrice: boolean;
  /** Address that puts an item into the cart, with `{id}`, `{sku}`, `{groupId}` or `{url}`; empty means no button. */
  readonly cartUrl: string;
  /** Empty means dynamic facets. */
  readonly facets: readonly string[];
  /** Orders besides relevance, in the syntax of `sort`. */
  readonly sorts: readonly string[];
  readonly photo: boolean;
  /** Language tag; empty means that of the page. */
  readonly language: string;
  /** ISO 4217; empty means that of the page. */
  readonly currency: string;
  /** Texts in place of those of the language. */
  readonly texts: Readonly<Record<string, string>>;
  readonly lists: readonly FrontList[];
  readonly style: FrontStyle;
  /** Whether the script sends the events of the page. */
  readonly events: boolean;
  /** `page` follows Consent Mode where a page has it; with `required`, what is personal waits for consent. */
  readonly consent: FrontConsent;
}

export const defaultFrontSettings: FrontSettings = {
  enabled: true,
  share: 1,
  page: false,
  field: '',
  layout: 'layer',
  container: '',
  resultsUrl: '',
  columns: { phone: 2, desktop: 4 },
  cardFields: ['brand'],
  badges: true,
  oldPrice: true,
  cartUrl: '',
  facets: [],
  sorts: ['price:asc', 'price:desc'],
  photo: true,
  language: '',
  currency: '',
  texts: {},
  lists: [],
  style: { font: '', accent: '', text: '', background: '', radius: '' },
  events: true,
  consent: 'page',
};

/** The changes of `texts` and of members of `columns` and `style` are merged one by one. */
export type FrontChanges = Partial<Omit<FrontSettings, 'columns' | 'style'>> & {
  readonly columns?: Partial<FrontSettings['columns']>;
  readonly style?: Partial<FrontStyle>;
};
