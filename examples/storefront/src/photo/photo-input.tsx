import type { ReactNode } from 'react';
import { usePhotoSearch } from './photo-search.tsx';

/** A file field that looks like what is in it. `takes`: a phone opens its camera instead of its album. */
export function PhotoInput({
  label,
  className,
  takes = false,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly takes?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { searchPhoto } = usePhotoSearch();
  return (
    <label className={`photo-input ${className}`}>
      {children}
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        {...(takes ? { capture: 'environment' as const } : {})}
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
