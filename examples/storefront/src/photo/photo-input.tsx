import { photoTypes } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { usePhotoSearch } from './photo-search.tsx';

/** A file field that looks like what is in it. `opensCamera`: on a phone, instead of its album. */
export function PhotoInput({
  label,
  className,
  opensCamera = false,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly opensCamera?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { searchPhoto } = usePhotoSearch();
  return (
    <label className={`photo-input ${className}`}>
      {children}
      <input
        type="file"
        accept={photoTypes}
        aria-label={label}
        {...(opensCamera ? { capture: 'environment' as const } : {})}
        onChange={({ target }) => {
          const photo = target.files?.[0];
          if (photo !== undefined) searchPhoto(photo);
          // The same photo can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
