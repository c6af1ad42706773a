import type { FrontSettings } from '@vitrine/sdk';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { completeAddress } from '../../app/typed-address.ts';
import { Field, SelectField } from '../../parts/field.tsx';

const widths = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
] as const;
/** Milliseconds without an edit after which the page shows it. */
const pauseMs = 300;
const pageKinds = [
  ['home', 'Home page'],
  ['category', 'Category'],
  ['product', 'Product'],
  ['cart', 'Cart'],
] as const;
const themes = [
  ['plain', 'Light'],
  ['dark', 'Dark'],
  ['serif', 'Warm, with serifs'],
] as const;
type Width = (typeof widths)[number][0];

/** A page with the script, which shows the edited settings: a sample page, or one of the shop where the script is already. */
export function SitePreview({
  project,
  currency,
  front,
  isPicking,
  onPicked,
}: {
  project: string;
  /** Of the project. */
  currency: string;
  front: FrontSettings;
  /** Whether a click in the page names a place instead of following links. */
  isPicking: boolean;
  onPicked: (selector: string) => void;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState<Width>('desktop');
  const [typed, setTyped] = useState('');
  const [address, setAddress] = useState<string | null>(null);
  const [isReady, setIsReady] = useState(false);
  /** Pages that the frame has loaded: each gets the settings. */
  const [loads, setLoads] = useState(0);
  const [theme, setTheme] = useState('plain');
  const [pageKind, setPageKind] = useState('home');
  const sample = `/console/preview/${encodeURIComponent(project)}?theme=${theme}&currency=${encodeURIComponent(currency)}&page=${pageKind}`;
  const source = address ?? sample;
  const settings = JSON.stringify(front);
  const wasPicking = useRef(isPicking);
  const picked = useRef(onPicked);
  picked.current = onPicked;
  useEffect(() => {
    const receive = ({ data, source: sender }: MessageEvent<unknown>): void => {
      if (sender !== frame.current?.contentWindow || !isMessage(data)) return;
      if (data.type === 'vitrine-preview-ready') {
        setIsReady(true);
        setLoads((count) => count + 1);
      }
      if (data.type === 'vitrine-preview-picked' && typeof data.selector === 'string')
        picked.current(data.selector);
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);
  useEffect(() => {
    if (!isReady) return undefined;
    const message = { type: 'vitrine-preview', settings: JSON.parse(settings) as FrontSettings, isPicking };
    // The page is loaded again with other settings, but not for each letter. A page of the shop is on another origin, and nothing in the
    // message is private.
    const isEdited = wasPicking.current === isPicking;
    wasPicking.current = isPicking;
    const send = (): void => frame.current?.contentWindow?.postMessage(message, '*');
    const timer = setTimeout(send, isEdited ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [isReady, loads, settings, isPicking]);
  const open = (): void => {
    setIsReady(false);
    setAddress(typed.trim() === '' ? null : (URL.parse(completeAddress(typed))?.href ?? null));
  };
  return (
    <section className="editor-page site-preview" aria-labelledby="preview">
      <div className="panel stack">
        <div className="row site-preview-head">
          <h2 id="preview">Preview</h2>
          <div className="row" role="group" aria-label="Width">
            {widths.map(([one, label]) => (
              <button
                key={one}
                type="button"
                className="button small"
                aria-pressed={one === width}
                onClick={() => setWidth(one)}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
        <div className="row end-aligned">
          <Field
            label="Page of your shop"
            hint="Empty: a sample page with your products. Your page shows changes once it has the tag."
            placeholder="https://shop.example/"
            inputMode="url"
            value={typed}
            onValue={setTyped}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              open();
            }}
          />
          <button type="button" className="button" onClick={open}>
            Show
          </button>
        </div>
        {address === null && (
          <div className="import-options">
            <SelectField label="Page" value={pageKind} onValue={setPageKind} options={pageKinds} />
            <SelectField label="Theme" value={theme} onValue={setTheme} options={themes} />
          </div>
        )}
        {isPicking && (
          <p className="note" role="status">
            Click the element of the page at which the list stands.
          </p>
        )}
        {address !== null && !isReady && (
          <p className="small soft" role="status">
            Without the tag, or where the shop forbids to be shown in a frame, changes do not appear here.
          </p>
        )}
        <iframe
          ref={frame}
          className={`site-frame ${width}`}
          title="Preview of the site"
          src={source}
          referrerPolicy="origin"
          // A shop that wants to leave the frame must not take the console away.
          sandbox="allow-scripts allow-forms allow-same-origin"
        />
      </div>
    </section>
  );
}

function isMessage(data: unknown): data is { type: string; selector?: unknown } {
  return data !== null && typeof data === 'object' && 'type' in data && typeof data.type === 'string';
}
