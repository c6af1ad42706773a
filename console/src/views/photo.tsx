import { photoTypes, type Crop, type NearestCategory, type SearchItem } from '@vitrine/sdk';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { counted } from '../parts/formats.ts';
import { ProductCard } from '../parts/product-card.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { CropArea } from './crop-area.tsx';
import { MatchedPoints } from './matched-points.tsx';

const confidences = {
  high: { badge: 'badge good', text: 'Sure match' },
  low: { badge: 'badge warn', text: 'Several possible matches' },
  out_of_catalog: { badge: 'badge bad', text: 'Not in this catalog' },
} as const;

export function Photo({ project }: ProjectView): ReactNode {
  const [photo, setPhoto] = useState<File | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const [fileError, setFileError] = useState<string | null>(null);
  const photoUrl = useMemo(() => (photo === null ? null : URL.createObjectURL(photo)), [photo]);
  useEffect(() => () => void (photoUrl !== null && URL.revokeObjectURL(photoUrl)), [photoUrl]);
  const take = (file: File | undefined | null): void => {
    if (file === undefined || file === null) return;
    setFileError(file.type.startsWith('image/') ? null : `${file.name} is not an image`);
    if (!file.type.startsWith('image/')) return;
    setPhoto(file);
    setCrop(null);
  };
  useEffect(() => {
    const paste = (event: ClipboardEvent): void =>
      take([...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/')));
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return (
    <View title="Photo" intro="Search with a photo as a shopper would. Vitrine does not store the photo.">
      <div
        className={isDragOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => (event.preventDefault(), setIsDragOver(true))}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsDragOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        {photo === null || photoUrl === null ? (
          <>
            <Icon name="photo" size={34} />
            <p>
              <strong>Drop or paste a photo here</strong>
              <br />
              <span className="soft">JPEG, PNG, WebP, AVIF, GIF or TIFF, up to 10 MB</span>
            </p>
          </>
        ) : (
          <Preview url={photoUrl} crop={crop} onCrop={setCrop} />
        )}
        <FileButton hasPhoto={photo !== null} onFile={take} />
        {fileError !== null && <p role="alert">{fileError}</p>}
      </div>
      {photo !== null && photoUrl !== null && (
        <PhotoResults project={project} photo={photo} photoUrl={photoUrl} crop={crop} />
      )}
    </View>
  );
}

function FileButton({
  hasPhoto,
  onFile,
}: {
  hasPhoto: boolean;
  onFile: (file: File | undefined) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={hasPhoto ? 'button' : 'button main'}
        onClick={() => input.current?.click()}
      >
        {hasPhoto ? 'Choose another photo' : 'Choose a photo'}
      </button>
      <label className="visually-hidden" htmlFor="photo-file">
        Photo file
      </label>
      <input
        ref={input}
        id="photo-file"
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept={photoTypes}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function Preview({
  url,
  crop,
  onCrop,
}: {
  url: string;
  crop: Crop | null;
  onCrop: (crop: Crop | null) => void;
}): ReactNode {
  const middle = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
  return (
    <>
      <CropArea url={url} crop={crop} onCrop={onCrop} />
      <div className="row" style={{ justifyContent: 'center' }}>
        <span className="small soft">Draw a frame around the product.</span>
        <button type="button" className="button small" onClick={() => onCrop(crop === null ? middle : null)}>
          {crop === null ? 'Frame the centre' : 'Use the whole photo'}
        </button>
      </div>
    </>
  );
}

function PhotoResults({
  project,
  photo,
  photoUrl,
  crop,
}: {
  project: ProjectView['project'];
  photo: File;
  photoUrl: string;
  crop: Crop | null;
}): ReactNode {
  const asked = `${photo.name} ${photo.size} ${photo.lastModified} ${JSON.stringify(crop)}`;
  const [choice, setChoice] = useState<{ asked: string; category: NearestCategory } | null>(null);
  // Another photo or frame is a new question.
  const category = choice?.asked === asked ? choice.category : null;
  const loaded = useLoad(`${asked} ${category?.filter ?? ''}`, async (signal) => {
    const options = {
      limit: 12,
      explain: true,
      ...(crop === null ? {} : { crop }),
      ...(category === null ? {} : { filters: category.filter }),
    };
    return { asked, category, reply: await service.imageSearch(project.id, photo, options, { signal }) };
  });
  const [offer, setOffer] = useState<{ asked: string; categories: readonly NearestCategory[] } | null>(null);
  useEffect(() => {
    if (loaded.value?.category !== null) return;
    setOffer({ asked: loaded.value.asked, categories: loaded.value.reply.nearestCategories ?? [] });
  }, [loaded.value]);
  if (loaded.error !== null) return <ErrorNote error={loaded.error} retry={loaded.reload} />;
  if (loaded.value === null) return <Skeleton height="14rem" />;
  // The reply to the photo before is shown until the next one arrives.
  const isCurrent = loaded.value.asked === asked;
  const { items, total, tookMs, confidence, part } = loaded.value.reply;
  const verdict = confidence === undefined ? null : confidences[confidence];
  return (
    <section className="stack" aria-label="Photo results" aria-busy={loaded.busy}>
      <h2 className="visually-hidden">Results</h2>
      <p className="row" role="status">
        <strong className="num">{counted(total, 'item')}</strong>{' '}
        <span className="soft num">in {tookMs} ms</span>
        {verdict !== null && <span className={verdict.badge}>{verdict.text}</span>}
        {crop === null && part != null && <span className="badge">Matched {regionName(part)}</span>}
      </p>
      <Categories
        categories={offer?.asked === asked ? offer.categories : []}
        chosen={category}
        onChoose={(next) => setChoice(next === null ? null : { asked, category: next })}
      />
      {items.length === 0 ? (
        <Empty icon="photo" title="No similar items">
          {confidence === 'out_of_catalog'
            ? 'The photo resembles nothing in this catalog. If the product is small in the photo, draw a frame around it.'
            : 'Pictures of new items need a moment before photo search finds them. Overview shows the progress.'}
        </Empty>
      ) : (
        <ul className="product-grid">
          {items.map((item, index) => (
            <ProductCard
              key={item._id}
              item={item}
              project={project}
              position={index + 1}
              picture={item._picture}
              reason={<Similarity item={item} photoUrl={isCurrent ? photoUrl : null} />}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a storefront may ask if the search is uncertain: the categories of the nearest items. */
function Categories({
  categories,
  chosen,
  onChoose,
}: {
  categories: readonly NearestCategory[];
  chosen: NearestCategory | null;
  onChoose: (category: NearestCategory | null) => void;
}): ReactNode {
  if (categories.length === 0) return null;
  return (
    <div className="row" role="group" aria-label="Categories of the nearest items">
      <span className="small soft">Which is it?</span>
      {categories.map((one) => (
        <button
          key={one.value}
          type="button"
          className="button small"
          aria-pressed={one.filter === chosen?.filter}
          title={one.value}
          onClick={() => onChoose(one.filter === chosen?.filter ? null : one)}
        >
          {shortName(one, categories)} <span className="soft num">{one.count}</span>
        </button>
      ))}
    </div>
  );
}

/** The last level of a category, or its path where another category has the same last level. */
function shortName({ value }: NearestCategory, all: readonly NearestCategory[]): string {
  const lastLevel = (path: string): string => path.split(' > ').at(-1) ?? path;
  const namesakes = all.filter((other) => lastLevel(other.value) === lastLevel(value));
  return namesakes.length > 1 ? value : lastLevel(value);
}

/** The name of a region of the photo. */
function regionName({ x, y, width, height }: Crop): string {
  const side = (middle: number, low: string, high: string): string =>
    middle < 0.4 ? low : middle > 0.6 ? high : '';
  const words = [side(y + height / 2, 'upper', 'lower'), side(x + width / 2, 'left', 'right')];
  return `the ${words.filter((name) => name !== '').join(' ') || 'centre'} part`;
}

/** Why an item is in the results, for those who ask. `photoUrl`: of the photo that was searched; null where it is not shown any more. */
function Similarity({ item, photoUrl }: { item: SearchItem; photoUrl: string | null }): ReactNode {
  const { _score: score, _picture: picture, _matchedPoints: points = [], name } = item;
  return (
    <details className="small soft">
      <summary>
        Details<span className="visually-hidden"> of {name}</span>
      </summary>
      <div className="stack tight">
        <span className="num">Similarity {score.toFixed(3)}</span>
        {photoUrl !== null && picture !== undefined && points.length > 0 && (
          <div>
            <MatchedPoints photoUrl={photoUrl} pictureUrl={picture} itemName={name} points={points} />
          </div>
        )}
      </div>
    </details>
  );
}
