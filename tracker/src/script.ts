import { trackPage } from './page-events.ts';
import { createTracker, type Consent, type Tracker } from './tracker.ts';

declare global {
  interface Window {
    vitrine?: Tracker;
  }
}

// `<script src="…/tracker.js" data-project="shop" data-key="…">`: the tracker of the page is `window.vitrine`.
// A page with `/shop.js` has its events sent already.
const script = document.currentScript as HTMLScriptElement;
if (window.vitrine === undefined) startTracker();
else
  console.warn(
    'Vitrine: /tracker.js does nothing beside /shop.js, which sends events itself. Remove one of them.',
  );

function startTracker(): void {
  const {
    project = '',
    key = '',
    url = new URL(script.src).origin,
    session,
    user,
    userKey,
    consent,
  } = script.dataset;
  const tracker = createTracker({
    url,
    project,
    key,
    session,
    user,
    userKey,
    consent: consent as Consent | undefined,
  });
  window.vitrine = tracker;
  const start = (): void => trackPage(tracker);
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
