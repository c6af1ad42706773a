import { photoTypes, type PictureState } from '@vitrine/sdk';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { ItemPicture } from '../parts/picture.tsx';

interface EditedPicture {
  readonly url: string;
  readonly alt: string;
}

const bytesMax = 10 * 1024 * 1024;
const stateTexts = {
  pending: 'Pending',
  embedded: 'Searchable',
  refined: 'Searchable',
  failed: 'Failed',
} as const;

/** Pictures of an item, by URL or from files. */
export function PictureEditor(options: {
  pictures: readonly EditedPicture[];
  states: readonly PictureState[];
  /** The URL in the field, not yet added. */
  address: string;
  error: string | undefined;
  onAddress: (address: string) => void;
  onAdd: () => void;
  onChange: (pictures: readonly EditedPicture[]) => void;
}): ReactNode {
  const { pictures, states, address, onAddress, onAdd, onChange } = options;
  const [fileError, setFileError] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const addFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    setFileError(chosen.size > bytesMax ? 'The file is larger than 10 MB' : null);
    if (chosen.size <= bytesMax) onChange([...pictures, { url: await dataUri(chosen), alt: '' }]);
  };
  return (
    <div className="stack">
      {pictures.length > 0 && (
        <ul className="pictures">
          {pictures.map((picture, index) => (
            <PictureRow
              key={`${index} ${picture.url.slice(0, 80)}`}
              picture={picture}
              state={states.find(({ source }) => source === picture.url)}
              first={index === 0}
              onFirst={() => onChange([picture, ...pictures.filter((one) => one !== picture)])}
              onRemove={() => onChange(pictures.filter((one) => one !== picture))}
            />
          ))}
        </ul>
      )}
      <div className="row" style={{ alignItems: 'end' }}>
        <div className="grow">
          <Field
            label="Picture URL"
            placeholder="https://"
            inputMode="url"
            value={address}
            onValue={onAddress}
            error={options.error ?? fileError}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), onAdd())}
          />
        </div>
        <button type="button" className="button" onClick={onAdd}>
          Add
        </button>
        <button type="button" className="button" onClick={() => file.current?.click()}>
          Upload …
        </button>
        <label className="visually-hidden" htmlFor={fileId}>
          Picture file
        </label>
        <input
          ref={file}
          id={fileId}
          className="visually-hidden"
          tabIndex={-1}
          type="file"
          accept={photoTypes}
          onChange={(event) => {
            void addFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}

function PictureRow(options: {
  picture: EditedPicture;
  state: PictureState | undefined;
  first: boolean;
  onFirst: () => void;
  onRemove: () => void;
}): ReactNode {
  const { picture, state, first, onFirst, onRemove } = options;
  const uploaded = picture.url.startsWith('data:');
  return (
    <li>
      <span className="thumb">
        <ItemPicture url={picture.url} alt={picture.alt} />
      </span>
      <span className="stack tight">
        <span className="small truncate soft">
          {uploaded ? 'From a file, uploaded when you save' : picture.url}
        </span>
        <span className="row">
          {first && <span className="badge good">Main picture</span>}
          {state !== undefined && (
            <span className={state.status === 'failed' ? 'badge bad' : 'badge'}>
              {stateTexts[state.status]}
            </span>
          )}
        </span>
        {state?.error && <span className="small soft">{state.error.detail}</span>}
      </span>
      <span className="row end">
        {!first && (
          <button type="button" className="button small" onClick={onFirst}>
            Set as main
          </button>
        )}
        <button type="button" className="button small" onClick={onRemove}>
          Remove<span className="visually-hidden"> picture {picture.alt}</span>
        </button>
      </span>
    </li>
  );
}

export function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('Cannot read the file')));
    reader.readAsDataURL(file);
  });
}
