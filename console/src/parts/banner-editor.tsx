import { readBanner } from '@vitrine/sdk/page';
import { useState, type ReactNode } from 'react';
import { hasOtherData, parseBannerDraft, withBanner, type BannerDraft } from '../app/banner-draft.ts';
import { parsedJson } from '../app/json-text.ts';
import { Field, SelectField } from './field.tsx';
import { JsonField } from './json-field.tsx';
import { ShownBanner } from './shown-banner.tsx';

const addressHint = 'Enter an address such as https://shop.example/sale, or a path such as /sale.';

/** A banner of the shop's pages, with a preview; the JSON that carries it is under "Advanced". */
export function BannerEditor({
  userData,
  onUserData,
  error,
}: {
  /** JSON. */
  userData: string;
  onUserData: (userData: string) => void;
  error: string | undefined;
}): ReactNode {
  const read = parseBannerDraft(userData);
  // The position stays while it is typed, even where it is no number yet.
  const [position, setPosition] = useState<string | null>(null);
  const draft = read === null ? null : { ...read, position: position ?? read.position };
  const [isAdvanced] = useState(() => hasOtherData(userData));
  const set = (next: Partial<BannerDraft>): void => {
    if (draft === null) return;
    if (next.position !== undefined) setPosition(next.position);
    onUserData(withBanner(userData, { ...draft, ...next }));
  };
  const banner = readBanner(parsedJson(userData));
  return (
    <div className="stack tight">
      {draft === null ? (
        <p className="note">
          A developer of the shop has given this data another form than that of a banner. It can be edited
          under Advanced.
        </p>
      ) : (
        <>
          <Field label="Text" value={draft.text} onValue={(text) => set({ text })} maxLength={300} />
          <Field
            label="Picture"
            hint="The address of a picture, such as https://shop.example/winter.jpg."
            type="url"
            spellCheck={false}
            value={draft.image}
            onValue={(image) => set({ image })}
            error={draft.image !== '' && banner?.image == null ? addressHint : undefined}
          />
          {draft.image !== '' && (
            <Field
              label="What the picture says"
              hint="For shoppers who cannot see it. Leave empty if the text says it."
              value={draft.alt}
              onValue={(alt) => set({ alt })}
            />
          )}
          <Field
            label="Link"
            hint="Where it leads, such as /sale."
            spellCheck={false}
            value={draft.link}
            onValue={(link) => set({ link })}
            error={draft.link !== '' && banner !== null && banner.link === null ? addressHint : undefined}
          />
          <div className="columns">
            <SelectField
              label="Place"
              value={draft.place}
              onValue={(place) => set({ place: place as BannerDraft['place'] })}
              options={[
                ['above', 'Above the products'],
                ['below', 'Below the products'],
                ['among', 'Among the products'],
              ]}
            />
            {draft.place === 'among' && (
              <Field
                label="At place"
                type="number"
                min={1}
                max={1000}
                value={draft.position}
                onValue={(next) => set({ position: next })}
              />
            )}
          </div>
          {banner !== null && <BannerPreview banner={banner} />}
        </>
      )}
      <details open={isAdvanced || draft === null || error !== undefined || undefined}>
        <summary>Advanced</summary>
        <JsonField
          hint="For developers: all that the pages of the shop get, with the banner."
          value={userData}
          onValue={onUserData}
          error={error}
        />
      </details>
    </div>
  );
}

/** The banner on a light page, with the products around it as outlines. */
function BannerPreview({ banner }: { banner: NonNullable<ReturnType<typeof readBanner>> }): ReactNode {
  const { place } = banner;
  const isAmong = typeof place === 'number';
  const content = <ShownBanner banner={banner} />;
  const products = Array.from({ length: isAmong ? 3 : 4 }, (_, i) => (
    <span key={i} className="shown-product" aria-hidden="true" />
  ));
  const index = isAmong ? Math.min(place - 1, 3) : 0;
  return (
    <figure className="banner-preview">
      <figcaption className="small">On a page{isAmong && `, at place ${place}`}</figcaption>
      <div className="banner-page">
        {place === 'above' && content}
        <div className="shown-products">
          {isAmong ? (
            <>
              {products.slice(0, index)}
              {content}
              {products.slice(index)}
            </>
          ) : (
            products
          )}
        </div>
        {place === 'below' && content}
      </div>
    </figure>
  );
}
