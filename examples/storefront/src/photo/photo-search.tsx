import { useImageSearch, type ImageSearch } from '@vitrine/react';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { navigate } from '../app/router.ts';
import { cardFields } from '../parts/item-fields.ts';
import { useLanguage, useTexts } from '../texts/language.ts';

/** The photo search of the page. */
export interface ShopPhotoSearch {
  readonly images: ImageSearch;
  /** Searches for a photo of the visitor and shows its page. */
  readonly searchPhoto: (photo: File) => void;
}

const PhotoSearchContext = createContext<ShopPhotoSearch | null>(null);

const hitsMax = 12;

/** One photo search for all pages: a photo can be dropped or pasted anywhere. */
export function PhotoSearchProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { code } = useLanguage();
  const images = useImageSearch({ limit: hitsMax, fields: cardFields, language: code });
  const { search } = images;
  const searchPhoto = (photo: File): void => {
    search(photo);
    navigate('/photo');
  };
  const isDropping = usePhotosOfWindow(searchPhoto);
  const { photo } = useTexts();
  return (
    <PhotoSearchContext value={{ images, searchPhoto }}>
      {children}
      {isDropping && <div className="drop-hint">{photo.drop}</div>}
    </PhotoSearchContext>
  );
}

export function usePhotoSearch(): ShopPhotoSearch {
  const value = useContext(PhotoSearchContext);
  if (value === null) throw new TypeError('Cannot use the photo search outside of its provider');
  return value;
}

/** Calls `onPhoto` with pictures that are dropped or pasted. Returns whether one is being dragged over the page. */
function usePhotosOfWindow(onPhoto: (photo: File) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setDropping(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDropping(false);
    };
    const take = (files: FileList | undefined, event: Event): void => {
      setDropping(false);
      const photo = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (photo === undefined) return;
      event.preventDefault();
      onPhoto(photo);
    };
    const drop = (event: DragEvent): void => take(event.dataTransfer?.files, event);
    const paste = (event: ClipboardEvent): void => take(event.clipboardData?.files, event);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  });
  return isDropping;
}
