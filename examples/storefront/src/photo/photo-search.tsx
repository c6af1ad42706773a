import { useImageSearch, type ImageSearch } from '@vitrine/react';
import type { NearestCategory, Photo } from '@vitrine/sdk/shop';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { navigate } from '../app/router.ts';
import { cardFields } from '../parts/item-fields.ts';
import { useLanguage, useTexts } from '../texts/language.ts';

/** The photo search of the page. */
export interface ShopPhotoSearch {
  readonly images: ImageSearch;
  /** Searches for a photo of the visitor and shows its page. */
  readonly searchPhoto: (photo: File) => void;
  /** What the shopper is asked for if the search is uncertain: also after the answer, to change it. */
  readonly categories: readonly NearestCategory[];
  /** The answer. */
  readonly category: NearestCategory | null;
  /** Searches for the photo within a category; null: in all. */
  readonly chooseCategory: (category: NearestCategory | null) => void;
}

const PhotoSearchContext = createContext<ShopPhotoSearch | null>(null);

const hitsMax = 12;

/** One photo search for all pages: a photo can be dropped or pasted anywhere. */
export function PhotoSearchProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { code } = useLanguage();
  const [category, chooseCategory] = useState<NearestCategory | null>(null);
  const images = useImageSearch({
    limit: hitsMax,
    fields: cardFields,
    language: code,
    ...(category === null ? {} : { filters: category.filter }),
  });
  const { search: searchAgain } = images;
  const search = useCallback(
    (photo: Photo): void => {
      chooseCategory(null);
      searchAgain(photo);
    },
    [searchAgain],
  );
  const categories = useCategories(images, category);
  const searchPhoto = (photo: File): void => {
    search(photo);
    navigate('/photo');
  };
  const isDropping = usePhotosOfWindow(searchPhoto);
  const { photo } = useTexts();
  return (
    <PhotoSearchContext
      value={{ images: { ...images, search }, searchPhoto, categories, category, chooseCategory }}
    >
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

/** The categories that the search for the photo in all of them offered. */
function useCategories(
  { photo, data, isStale }: ImageSearch,
  category: NearestCategory | null,
): readonly NearestCategory[] {
  const [offer, setOffer] = useState<{
    readonly photo: Photo | null;
    readonly categories: readonly NearestCategory[];
  }>({ photo, categories: [] });
  useEffect(() => {
    if (category === null && !isStale) setOffer({ photo, categories: data?.nearestCategories ?? [] });
  }, [photo, data, isStale, category]);
  return offer.photo === photo ? offer.categories : [];
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
