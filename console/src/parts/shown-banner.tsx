import type { readBanner } from '@vitrine/sdk/page';
import { useState, type ReactNode } from 'react';

/** A banner as a page of a shop shows it. */
export function ShownBanner({
  banner: { text, image, alt, link },
}: {
  banner: NonNullable<ReturnType<typeof readBanner>>;
}): ReactNode {
  return (
    <span className={link === null ? 'shown-banner' : 'shown-banner linked'}>
      {/* Another address is another element: the failure of the one before is not kept. */}
      {image !== null && <BannerPicture key={image} image={image} alt={alt} />}
      {text !== '' && <strong>{text}</strong>}
    </span>
  );
}

function BannerPicture({ image, alt }: { image: string; alt: string }): ReactNode {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <em className="small">The picture cannot be loaded from this address.</em>;
  return <img src={image} alt={alt} onError={() => setHasFailed(true)} />;
}
