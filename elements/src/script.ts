import { startShop, type Shop, type ShopOptions } from './shop/start-shop.ts';
import type { LoadViews, ShopContext, ShopViews } from './shop/shop-context.ts';

declare global {
  interface Window {
    vitrine?: Shop | { readonly isStarting: true };
  }
  // Replaced by the build.
  const VIEWS_FILE: string;
  const VIEWS_INTEGRITY: string;
}

// `<script src="…/shop.js" data-project="shop" data-key="…" async></script>`.
// A tag manager may run it without a current script.
const tag = (document.currentScript ??
  document.querySelector('script[data-project][data-key]')) as HTMLScriptElement;

/**
 * Loads the views by a script, whose hash is part of this file: with the `integrity` of the tag, the page knows every byte. The script hands them over
 * by an event at its own tag, as the page has no other global of ours.
 */
const loadViews: LoadViews = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = VIEWS_INTEGRITY;
    script.nonce = tag.nonce;
    script.addEventListener('vitrine', (event) =>
      resolve((event as CustomEvent<(context: ShopContext) => ShopViews>).detail),
    );
    script.addEventListener('load', () => script.remove());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('Cannot load the search'));
    });
    script.src = trustAddress(new URL(VIEWS_FILE, tag.src).href);
    document.head.append(script);
  });

interface TrustedTypes {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

/** For pages with `require-trusted-types-for 'script'`, which name the policy `vitrine`. */
function trustAddress(address: string): string {
  try {
    const policy = (globalThis as TrustedTypes).trustedTypes?.createPolicy('vitrine', {
      createScriptURL: (url) => url,
    });
    return policy?.createScriptURL(address) ?? address;
  } catch {
    // The page allows no policy of that name, and needs none if it requires no trusted types.
    return address;
  }
}

/** Browsers since 2023: others keep the shop as it is. */
const isSupported =
  'adoptedStyleSheets' in Document.prototype && typeof HTMLDialogElement === 'function' && 'hasOwn' in Object;

const { project = '', key = '', url, currency, user, userKey, itemField, dataLayer } = tag.dataset;
if (window.vitrine !== undefined && 'track' in window.vitrine)
  console.warn(
    'Vitrine: /shop.js does nothing beside /tracker.js, whose events it sends itself. Remove one of them.',
  );
// The tag may be there twice, by the theme and by a tag manager.
if (isSupported && window.vitrine === undefined) {
  window.vitrine = { isStarting: true };
  const options = {
    url: (url ?? new URL(tag.src).origin).replace(/\/+$/, ''),
    project,
    key,
    currency,
    user,
    userKey,
    itemField: itemField as ShopOptions['itemField'],
    dataLayer,
  };
  startShop(options, loadViews).then(
    (shop) => {
      if (shop === null) delete window.vitrine;
      else window.vitrine = shop;
    },
    () => delete window.vitrine,
  );
}
