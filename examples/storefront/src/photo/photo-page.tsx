import { PhotoQuestion } from '@vitrine/react';
import type { NearestCategory, VitrineError } from '@vitrine/sdk/shop';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { useShopLocation } from '../app/router.ts';
import { ProductCard } from '../parts/product-card.tsx';
import { CardSkeletons } from '../parts/skeletons.tsx';
import { useLanguage, useTexts, type LanguageCode } from '../texts/language.ts';
import { categoryName, lastLevel } from '../texts/names.ts';
import { PhotoInput } from './photo-input.tsx';
import { usePhotoSearch } from './photo-search.tsx';
import { sampleNames, samples, type SampleName } from './samples.ts';
import { SearchedPhoto } from './searched-photo.tsx';

const skeletons = 6;

/** A photo and what looks like it. `/photo?sample=lime` searches for a photo of the shop. */
export function PhotoPage(): ReactNode {
  const { photo: texts } = useTexts();
  const { images } = usePhotoSearch();
  const url = usePhotoUrl(images.photo);
  useSample();
  return (
    <Page title={texts.title} className="photo-page">
      <p className="lead">{texts.text}</p>
      <div className="photo-columns">
        <SearchedPhoto url={url} part={images.isStale ? null : (images.data?.part ?? null)} />
        <div className="photo-actions">
          <Confidence />
          <Categories />
          <div className="buttons">
            <PhotoInput label={texts.take} className="button primary only-touch" opensCamera>
              {texts.take}
            </PhotoInput>
            <PhotoInput label={texts.choose} className="button">
              {texts.choose}
            </PhotoInput>
          </div>
          <h2>{texts.samples}</h2>
          <Samples />
        </div>
      </div>
      <Hits />
    </Page>
  );
}

function Samples(): ReactNode {
  const { photo: texts } = useTexts();
  return (
    <ul className="samples">
      {sampleNames.map((name) => (
        <li key={name}>
          <Link to={`/photo?sample=${name}`}>
            <img src={samples[name]} alt="" width="64" height="64" loading="lazy" />
            <span>{texts.sample[name]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How sure the service is. */
function Confidence(): ReactNode {
  const { photo: texts } = useTexts();
  const { images } = usePhotoSearch();
  const { status, data, error } = images;
  const shown = {
    idle: '',
    loading: texts.searching,
    error: texts[photoErrorText(error)],
    success: data?.confidence === undefined ? '' : texts[confidenceTexts[data.confidence]],
  };
  return (
    <p
      role="status"
      className="confidence"
      data-confidence={status === 'success' ? data?.confidence : undefined}
    >
      {shown[status]}
    </p>
  );
}

/** Asks for the category if the search is not sure. */
function Categories(): ReactNode {
  const { photo: texts } = useTexts();
  const { code } = useLanguage();
  const { images } = usePhotoSearch();
  return (
    <PhotoQuestion
      images={images}
      label={texts.which}
      className="photo-categories"
      renderCategory={(one) => shortNameOf(one, images.categories, code)}
    />
  );
}

/** The last level of a category, or all of them where another category has the same last level. */
function shortNameOf(
  { value }: NearestCategory,
  all: readonly NearestCategory[],
  code: LanguageCode,
): string {
  const last = lastLevel(value);
  if (all.filter((other) => lastLevel(other.value) === last).length === 1) return categoryName(last, code);
  return value
    .split(' > ')
    .map((level) => categoryName(level, code))
    .join(' > ');
}

/** Which text says why a photo was not searched for. */
function photoErrorText(error: VitrineError | undefined): 'unreadable' | 'unavailable' | 'failed' {
  if (error?.code.startsWith('image_') === true) return 'unreadable';
  return error?.status === 503 ? 'unavailable' : 'failed';
}

const confidenceTexts = { high: 'high', low: 'low', out_of_catalog: 'outOfCatalog' } as const;

function Hits(): ReactNode {
  const { images } = usePhotoSearch();
  const { photo, hits, isStale, status } = images;
  if (photo === null || status === 'error') return null;
  return (
    <ol className="grid">
      {isStale || status === 'loading' ? (
        <CardSkeletons count={skeletons} />
      ) : (
        hits.map((hit, index) => (
          <li key={hit.item.id}>
            <ProductCard hit={hit} isFirstRow={index < skeletons} />
          </li>
        ))
      )}
    </ol>
  );
}

/** Loads and searches the photo that the address names. */
function useSample(): void {
  const { query } = useShopLocation();
  const { images } = usePhotoSearch();
  const { search } = images;
  const name = new URLSearchParams(query).get('sample');
  useEffect(() => {
    const source = samples[name as SampleName] as string | undefined;
    if (source === undefined) return;
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const reply = await fetch(source, { signal: abort.signal });
      search(await reply.blob());
    };
    // Fails when the page is left.
    load().catch(() => undefined);
    return () => abort.abort();
  }, [name, search]);
}

/** An address for the chosen photo. */
function usePhotoUrl(photo: unknown): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!(photo instanceof Blob)) return setUrl(null);
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url;
}
