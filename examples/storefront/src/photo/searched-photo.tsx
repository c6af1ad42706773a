import type { Crop } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.ts';

/** The photo, or its empty space, with a frame around the part that was searched. */
export function SearchedPhoto({
  url,
  part,
}: {
  readonly url: string | null;
  readonly part: Crop | null;
}): ReactNode {
  const { photo: texts } = useTexts();
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <figure className="searched-photo">
      <div>
        {url !== null && <img src={url} alt={texts.yours} />}
        {part !== null && (
          <span
            className="part"
            // From the left edge of the photo in every language.
            style={{
              left: percent(part.x),
              top: percent(part.y),
              width: percent(part.width),
              height: percent(part.height),
            }}
          />
        )}
      </div>
      <figcaption>{part === null ? (url === null ? '' : texts.yours) : texts.region}</figcaption>
    </figure>
  );
}
