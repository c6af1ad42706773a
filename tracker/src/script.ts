import { trackPage } from './page-events.ts';
import { createTracker, type Consent, type Tracker } from './tracker.ts';

declare global {
  interface Window {
    vitrine?: Tracker;
  }
}

// `<script src="…/tracker.js" data-project="shop" data-key="…">`: the tracker of the page is `window.vitrine`.
const script = document.currentScript as HTMLScriptElement;
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
