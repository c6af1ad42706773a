import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** What a view will show, faintly: rows of a table, entries of a list, a card with products, or a curve. */
export type Sample =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[]; readonly hasPictures?: boolean }
  | { readonly kind: 'entries'; readonly entries: readonly (readonly [title: string, text: string])[] }
  | { readonly kind: 'card'; readonly title: string; readonly text: string }
  | { readonly kind: 'curve' };

const picturesOfCard = 6;

/** A sample in an empty view. Screen readers do without it: the text below it says the same. */
export function EmptySample({ sample }: { sample: Sample }): ReactNode {
  return (
    <div className={`empty-sample ${sample.kind}`} aria-hidden="true">
      <span className="badge">Example</span>
      <SampleContent sample={sample} />
    </div>
  );
}

function SampleContent({ sample }: { sample: Sample }): ReactNode {
  switch (sample.kind) {
    case 'rows':
      return sample.rows.map(([first, ...others]) => (
        <div key={first} className="sample-row">
          {sample.hasPictures === true && <SamplePicture />}
          <strong>{first}</strong>
          {others.map((text) => (
            <span key={text} className="num">
              {text}
            </span>
          ))}
        </div>
      ));
    case 'entries':
      return sample.entries.map(([title, text]) => (
        <div key={title} className="sample-entry">
          <strong>{title}</strong>
          <span>{text}</span>
        </div>
      ));
    case 'card':
      return (
        <div className="sample-entry">
          <strong>{sample.title}</strong>
          <div className="sample-pictures">
            {Array.from({ length: picturesOfCard }, (_, index) => (
              <SamplePicture key={index} />
            ))}
          </div>
          <span>{sample.text}</span>
        </div>
      );
    case 'curve':
      return (
        <svg viewBox="0 0 300 70" preserveAspectRatio="none">
          <path className="grid" d="M0 22H300M0 45H300M0 68H300" />
          <path className="line" d="M0 58C30 50 40 34 70 38S110 54 140 44 190 16 220 22 270 14 300 8" />
        </svg>
      );
  }
}

function SamplePicture(): ReactNode {
  return (
    <span className="sample-picture">
      <Icon name="picture" size={18} />
    </span>
  );
}
