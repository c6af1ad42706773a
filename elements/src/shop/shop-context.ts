import type { TrackedEvent } from '@vitrine/tracker';
import type { NamedItem } from '../events/item-names.ts';
import type { ScriptSettings } from './script-settings.ts';

/** What the elements of a page share. */
export interface ShopContext {
  /** URL of the service, without a path. */
  readonly url: string;
  readonly project: string;
  /** A web key. */
  readonly key: string;
  readonly settings: ScriptSettings;
  readonly language: string;
  /** ISO 4217, or empty where the page says none. */
  readonly currency: string;
  /** The visit, or undefined without consent. */
  session(): string | undefined;
  /** Where the browser keeps what is personal, or null without consent. */
  storage(): Storage | null;
  /** Sends an event, once there is consent. */
  track(event: TrackedEvent): void;
  /** Notes an addition to the cart, which other sources tell, too. */
  noteCart(): void;
  /** Sends a form of the page to the shop, as without the layer. */
  searchInShop(form: HTMLFormElement): void;
  /** How the page names its product; null on other pages. */
  pageItem(): NamedItem | null;
}

/** The parts that are loaded when a shopper needs them. */
export interface ShopViews {
  /** Searches for a query. Resolves when there is something to show; rejects if the service fails. */
  prepare(query: string): Promise<void>;
  /** Opens the layer with what was prepared. The field of the page has the focus again afterwards. */
  open(query: string, field: HTMLInputElement | null): void;
  /** Opens the layer that the address of the page shows. Rejects if the service fails. */
  restore(field: HTMLInputElement | null): Promise<void>;
  close(): void;
  readonly isOpen: boolean;
  /** Fills an element of the page. */
  mount(element: HTMLElement, name: ElementName): MountedElement;
}

/** What fills an element. */
export interface MountedElement {
  /** An attribute has changed, or the page. */
  update(): void;
  remove(): void;
}

export const elementNames = ['vitrine-search', 'vitrine-results', 'vitrine-list', 'vitrine-photo'] as const;
export type ElementName = (typeof elementNames)[number];

/** Loads the views; the context is the page's. */
export type LoadViews = () => Promise<(context: ShopContext) => ShopViews>;
