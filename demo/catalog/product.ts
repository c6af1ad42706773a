/** A language besides English that products of the demo shop are translated to. */
export type DemoLanguage = 'de' | 'ja' | 'ar';

/** The translated texts of a product. */
export interface ProductTexts {
  readonly name: string;
  readonly description: string;
}

/** A colour that a product is sold in. */
export interface ProductColor {
  /** Shown to shoppers: `forest green`. */
  readonly name: string;
  /** `#rrggbb`, for the drawing. */
  readonly hex: string;
}

/** A product as it is written by hand. `build.ts` makes the items of the shop from it: one for each colour and size. */
export interface DemoProduct {
  /** Lower case with dashes, unique in the shop: `alpine-hiking-boot`. */
  readonly id: string;
  readonly name: string;
  readonly brand: string;
  /** Levels from the department down: `Outdoor > Footwear > Hiking boots`. */
  readonly category: string;
  /** Euros. */
  readonly price: number;
  /** Two or three sentences in plain English: what it is, what it is for, what it is made of. */
  readonly description: string;
  /** Further fields of the items, such as `material`, `gender` or `capacity`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Without colours and sizes, the product is one item. */
  readonly colors?: readonly ProductColor[];
  readonly sizes?: readonly string[];
  /** Its picture in a colour: the content of an SVG of 400 by 400 units, without a background. */
  readonly draw: (color: string) => string;
  readonly translations?: Readonly<Record<DemoLanguage, ProductTexts>>;
}
