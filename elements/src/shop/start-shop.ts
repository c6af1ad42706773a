import { createTracker, type Tracker } from '@vitrine/tracker';
import { ConsentGate } from '../events/consent-gate.ts';
import { DataLayerReader } from '../events/data-layer.ts';
import { readCartForm } from '../events/cart-forms.ts';
import { readEcommerceEvents } from '../events/ecommerce-events.ts';
import { EventRecorder } from '../events/event-recorder.ts';
import { nameItem, type ItemField } from '../events/item-names.ts';
import { followPlatform, nameVisitInShopifyCart, readThankYouPage } from '../events/platform-events.ts';
import type { ShopEvent } from '../events/shop-event.ts';
import { defineElements } from './element-classes.ts';
import { FieldTakeover } from './field-takeover.ts';
import { isLayerShown } from './layer-parameters.ts';
import { ListPlaces } from './list-places.ts';
import { followPageChanges, readPageAddress } from './page-changes.ts';
import { listItemNames, readCurrency, readLanguage, readPageKind } from './page-facts.ts';
import { loadConfiguration, type ScriptConfiguration } from './script-settings.ts';
import { findFirstSearchField } from './search-field.ts';
import { reportPage } from './page-report.ts';
import { receivePreview } from './preview.ts';
import { sendToShop } from './shop-forms.ts';
import type { LoadViews, ShopContext, ShopViews } from './shop-context.ts';
import { drawShare } from './visitor-share.ts';

export interface ShopOptions {
  /** URL of the service, without a path: `https://search.shop.example`. */
  readonly url: string;
  readonly project: string;
  /** A web key. */
  readonly key: string;
  /** Currency of the page as ISO 4217, where it changes from page to page. */
  readonly currency?: string | undefined;
  /** Id of the customer who is signed in. */
  readonly user?: string | undefined;
  /** A key that the shop's server signed for `user`. */
  readonly userKey?: string | undefined;
  /** The field of the catalog that the shop's events have in `item_id`. Default: found out. */
  readonly itemField?: ItemField | undefined;
  /** Name of Google's data layer. Default: `dataLayer`. */
  readonly dataLayer?: string | undefined;
}

/** What a page can call: `window.vitrine` of the script tag. */
export interface Shop {
  /** The visitor's decision, where the page has no Consent Mode. `denied` removes what is stored. */
  consent(decision: 'granted' | 'denied'): void;
  /** Opens the layer, such as by a button of the page. */
  open(query?: string): Promise<void>;
  close(): void;
  /** The visitor signed in, or with null out; see `identify()` of the tracker. */
  identify(user: string | null, userKey?: string): void;
  /** Sends events that the page does not tell otherwise. */
  readonly tracker: Tracker;
  /** A visitor with `off` belongs to the comparison and gets no elements. */
  readonly arm: 'on' | 'off';
}

const readingEndMs = 1_500;

/**
 * Starts search, lists and events on the page. Resolves with null where the settings switch them off, or the service cannot be reached: then the
 * page is as without it.
 */
export async function startShop(options: ShopOptions, load: LoadViews): Promise<Shop | null> {
  const { url, project, key, user, userKey, itemField = null } = options;
  const preview = await receivePreview(url);
  const configuration =
    preview === null
      ? await loadConfiguration(url, project, key)
      : { settings: { ...preview, share: 1, events: false, consent: 'required' as const }, experiment: null };
  if (configuration?.settings.enabled !== true) return null;
  const { settings } = configuration;
  const tracker = createTracker({ url, project, key, user, userKey, consent: 'pending', onError: ignore });
  const gate = new ConsentGate(settings.consent === 'required', (state) => tracker.consent(state));
  const currency = (): string => readCurrency(settings, options.currency);
  const recorder = new EventRecorder({
    tracker,
    itemField,
    page: readPageAddress,
    currency,
    pageStorage: readStorage('sessionStorage'),
  });
  const context: ShopContext = {
    url,
    project,
    key,
    settings,
    get language() {
      return readLanguage(settings);
    },
    get currency() {
      return currency();
    },
    session: () => (gate.isGranted ? tracker.session : undefined),
    storage: () => (gate.isGranted ? readStorage('localStorage') : null),
    track: (event) => void tracker.track(event).catch(ignore),
    noteCart: () => recorder.noteCart(),
    searchInShop: (form) => sendToShop(form),
    pageItem: () => {
      const [name] = listItemNames();
      return name === undefined ? null : nameItem(name, itemField);
    },
  };
  followEvents(options, settings.events, { gate, recorder, tracker });
  const arm = await chooseArm(configuration, gate, tracker);
  if (preview === null) reportPages(context);
  const shop: Shop = {
    consent: (decision) => gate.call(decision),
    open: () => Promise.resolve(),
    close: ignore,
    identify: (...parameters) => tracker.identify(...parameters),
    tracker,
    arm,
  };
  return arm === 'off' ? shop : { ...shop, ...startElements(context, load, preview !== null) };
}

/** Search field, layer and lists. */
function startElements(
  context: ShopContext,
  load: LoadViews,
  isPreview: boolean,
): Pick<Shop, 'open' | 'close'> {
  const { settings } = context;
  let loading: Promise<ShopViews> | null = null;
  let loaded: ShopViews | null = null;
  const views = (): Promise<ShopViews> =>
    (loading ??= load().then(
      (create) => (loaded = create(context)),
      (error: unknown) => {
        // The next shopper's action tries again.
        loading = null;
        throw error;
      },
    ));
  defineElements(views);
  const takeover = new FieldTakeover({ selector: settings.field, resultsUrl: settings.resultsUrl, views });
  const open = async (query = ''): Promise<void> => {
    const found = await views();
    await found.prepare(query);
    found.open(query, findFirstSearchField(settings.field));
  };
  const places = new ListPlaces(settings.lists, { atOnce: isPreview });
  whenParsed(() => {
    places.place(readPageKind());
    fillContainer(settings.layout === 'container' ? settings.container : '');
    // The address of a layer that was open: after a reload, or back from a product.
    if (!isLayerShown()) return;
    views()
      .then((found) => found.restore(findFirstSearchField(settings.field)))
      .catch(() => takeover.pause());
  });
  followPageChanges(() => places.place(readPageKind()));
  return { open, close: () => loaded?.close() };
}

/** Puts the search into the element of the settings. */
function fillContainer(selector: string): void {
  if (selector === '') return;
  try {
    const container = document.querySelector(selector);
    if (container?.querySelector('vitrine-search') === null)
      container.append(document.createElement('vitrine-search'));
  } catch {
    // The setting is no selector.
  }
}

/** The arm of the visit. A visitor without consent has no visit that lasts, sees the elements and is not counted. */
async function chooseArm(
  { settings, experiment }: ScriptConfiguration,
  gate: ConsentGate,
  tracker: Tracker,
): Promise<'on' | 'off'> {
  if (settings.share >= 1) return 'on';
  if (settings.share <= 0) return 'off';
  await new Promise<void>((resolve) => whenParsed(resolve));
  if (!gate.isGranted) return 'on';
  return drawShare(tracker.session, experiment?.id ?? 'front') < settings.share ? 'on' : 'off';
}

/** Reports each page once, in both arms: who counts in the comparison must not depend on what is shown. */
function reportPages(context: ShopContext): void {
  const { url, project, key } = context;
  const report = (): void => void reportPage({ url, project, key, session: context.session() });
  whenParsed(report);
  followPageChanges(report);
}

interface EventParts {
  readonly gate: ConsentGate;
  readonly recorder: EventRecorder;
  readonly tracker: Tracker;
}

/** Reads what the page tells of its visitor: consent always, events where the settings have them. */
function followEvents(options: ShopOptions, isOn: boolean, { gate, recorder, tracker }: EventParts): void {
  const layer = new DataLayerReader(options.dataLayer ?? 'dataLayer', (entry) => {
    if (entry[0] === 'consent') gate.followConsentMode(entry[1], entry[2]);
    if (isOn) for (const event of readEcommerceEvents(entry)) recorder.record(event, 'analytics');
  });
  const sweep = (): void => layer.sweep();
  sweep();
  whenParsed(() => {
    sweep();
    gate.endReading();
  });
  addEventListener('load', sweep);
  addEventListener('pagehide', sweep);
  addEventListener('click', () => setTimeout(sweep), { capture: true });
  if (!isOn) return;
  const recordCart = (event: ShopEvent, source: 'form' | 'platform'): void => {
    recorder.record(event, source);
    if (gate.isGranted) nameVisitInShopifyCart(tracker.session, readStorage('sessionStorage'));
  };
  addEventListener(
    'submit',
    (event) => {
      const form =
        event.target instanceof HTMLFormElement ? readCartForm(event.target, event.submitter) : null;
      if (form !== null) recordCart(form, 'form');
    },
    { capture: true },
  );
  const readPage = (): void => {
    const order = readThankYouPage();
    if (order !== null) recorder.record(order, 'page');
    // What the page tells of its product itself comes first.
    const view = (): void => {
      const [name] = recorder.hasView || readPageKind() !== 'product' ? [] : listItemNames();
      if (name !== undefined) recorder.record({ type: 'view', lines: [{ name }] }, 'page');
      removeEventListener('pagehide', view, true);
    };
    setTimeout(view, readingEndMs);
    addEventListener('pagehide', view, true);
  };
  whenParsed(() => {
    followPlatform((event) => recordCart(event, 'platform'));
    readPage();
  });
  followPageChanges(readPage);
}

function whenParsed(action: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', action, { once: true });
  else action();
}

function readStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name];
  } catch {
    // The browser refuses storage.
    return null;
  }
}

function ignore(): void {
  // A refused event does not concern the shopper.
}
