import { PlacePicker } from './place-picker.ts';
import type { ScriptSettings } from './script-settings.ts';

/** What the console of the service tries on a page in its frame. */
interface PreviewMessage {
  readonly type: 'vitrine-preview';
  readonly settings: ScriptSettings;
  /** Whether a click names a place for a list. */
  readonly isPicking: boolean;
}

const noticeKey = 'vitrine:preview';

/**
 * Waits for the settings of the console if the page is in its frame; null on other pages. Only messages of the service's own origin count.
 * Other settings reload the page, so that it shows what a shopper would see.
 */
export async function receivePreview(url: string): Promise<ScriptSettings | null> {
  const { origin } = new URL(url);
  if (window.parent === window || !isFramedBy(origin)) return null;
  const picker = new PlacePicker((selector) =>
    window.parent.postMessage({ type: 'vitrine-preview-picked', selector }, origin),
  );
  let shown: string | null = null;
  return new Promise((resolve) => {
    addEventListener('message', ({ data, origin: sender }: MessageEvent<PreviewMessage>) => {
      if (sender !== origin || data?.type !== 'vitrine-preview') return;
      const settings = JSON.stringify(data.settings);
      if (shown !== null && settings !== shown) location.reload();
      shown = settings;
      picker.toggle(data.isPicking);
      resolve(data.settings);
    });
    window.parent.postMessage({ type: 'vitrine-preview-ready' }, origin);
  });
}

/** Whether the console has opened this page, or one before it in the same frame. */
function isFramedBy(origin: string): boolean {
  try {
    if (document.referrer !== '' && new URL(document.referrer).origin === origin)
      sessionStorage.setItem(noticeKey, '1');
    return sessionStorage.getItem(noticeKey) !== null;
  } catch {
    // The browser refuses storage.
    return false;
  }
}
