import type { Crop } from '@vitrine/sdk';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { counted } from '../parts/formats.ts';
import { ProductCard } from '../parts/product-card.tsx';
import { Icon } from '../parts/icons.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { CropStage } from './crop-stage.tsx';

const confidences = {
  high: { badge: 'badge good', text: 'The first one stands out' },
  low: { badge: 'badge warn', text: 'Several are about as likely' },
  out_of_catalog: { badge: 'badge bad', text: 'Like nothing in this catalog' },
} as const;

export function Photo({ project }: ProjectView): ReactNode {
  const [photo, setPhoto] = useState<File | null>(null);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = (file: File | undefined | null): void => {
    if (file === undefined || file === null) return;
    setFault(file.type.startsWith('image/') ? null : `${file.name} is not a picture`);
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
    <View
      title="Photo"
      intro="What a shopper finds who holds up a phone. The photo is looked at and not kept."
    >
      <div
        className={over ? 'drop over' : 'drop'}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        {photo === null ? (
          <>
            <Icon name="photo" size={34} />
            <p>
              <strong>Drop a photo here, or paste one</strong>
              <br />
              <span className="soft">JPEG, PNG, WebP, AVIF, GIF or TIFF, up to 10 MB</span>
            </p>
          </>
        ) : (
          <Preview photo={photo} crop={crop} onCrop={setCrop} />
        )}
        <Chooser again={photo !== null} onChosen={take} />
        {fault !== null && <p role="alert">{fault}</p>}
      </div>
      {photo !== null && <Likes project={project} photo={photo} crop={crop} />}
    </View>
  );
}

function Chooser({
  again,
  onChosen,
}: {
  again: boolean;
  onChosen: (file: File | undefined) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={again ? 'button' : 'button main'}
        onClick={() => input.current?.click()}
      >
        {again ? 'Choose another photo' : 'Choose a photo'}
      </button>
      <label className="unseen" htmlFor="photo-file">
        Photo file
      </label>
      <input
        ref={input}
        id="photo-file"
        className="unseen"
        tabIndex={-1}
        type="file"
        accept="image/*"
        onChange={(event) => {
          onChosen(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function Preview({
  photo,
  crop,
  onCrop,
}: {
  photo: File;
  crop: Crop | null;
  onCrop: (crop: Crop | null) => void;
}): ReactNode {
  const url = useMemo(() => URL.createObjectURL(photo), [photo]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const middle = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
  return (
    <>
      <CropStage url={url} crop={crop} onCrop={onCrop} />
      <div className="row" style={{ justifyContent: 'center' }}>
        <span className="small soft">Draw a frame around what is meant.</span>
        <button type="button" className="button small" onClick={() => onCrop(crop === null ? middle : null)}>
          {crop === null ? 'Frame the middle' : 'Whole photo'}
        </button>
      </div>
    </>
  );
}

function Likes({
  project,
  photo,
  crop,
}: {
  project: ProjectView['project'];
  photo: File;
  crop: Crop | null;
}): ReactNode {
  const key = `${photo.name} ${photo.size} ${photo.lastModified} ${JSON.stringify(crop)}`;
  const found = useLoad(key, (signal) =>
    service.imageSearch(project.id, photo, { limit: 12, ...(crop === null ? {} : { crop }) }, { signal }),
  );
  if (found.error !== null) return <ErrorNote error={found.error} retry={found.reload} />;
  if (found.value === null) return <Skeleton height="14rem" />;
  const { items, total, tookMs, confidence, part } = found.value;
  const sure = confidence === undefined ? null : confidences[confidence];
  return (
    <section className="stack" aria-label="Found by the photo" aria-busy={found.busy}>
      <h2 className="unseen">Results</h2>
      <p className="row" role="status">
        <strong className="num">{counted(total, 'item')}</strong>{' '}
        <span className="soft num">in {tookMs} ms</span>
        {sure !== null && <span className={sure.badge}>{sure.text}</span>}
        {crop === null && part != null && <span className="badge">By {partName(part)} of it</span>}
      </p>
      {items.length === 0 ? (
        <Empty icon="photo" title="Nothing looks like it">
          {confidence === 'out_of_catalog'
            ? 'The photo is of something else than what this catalog has pictures of. Frame what is meant, where it is small.'
            : 'Pictures of new items take a moment until they can be found; the overview shows how far they are.'}
        </Empty>
      ) : (
        <ul className="shelf">
          {items.map((item, index) => (
            <ProductCard
              key={item._id}
              item={item}
              project={project}
              place={index + 1}
              picture={item._picture}
              why={<Likeness score={item._score} />}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where a part is, in words. */
function partName({ x, y, width, height }: Crop): string {
  const side = (middle: number, low: string, high: string): string =>
    middle < 0.4 ? low : middle > 0.6 ? high : '';
  const place = [side(y + height / 2, 'upper', 'lower'), side(x + width / 2, 'left', 'right')];
  return `the ${place.filter((name) => name !== '').join(' ') || 'middle'} part`;
}

function Likeness({ score }: { score: number }): ReactNode {
  return <span className="small soft num">Likeness {score.toFixed(3)}</span>;
}
