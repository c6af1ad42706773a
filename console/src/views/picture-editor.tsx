import type { PictureState } from '@vitrine/sdk';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Field } from '../parts/field.tsx';
import { PictureOf } from '../parts/picture.tsx';

interface Listed {
  readonly url: string;
  readonly alt: string;
}

const bytesMax = 10 * 1024 * 1024;
const stateTexts = {
  pending: 'waiting',
  embedded: 'findable',
  refined: 'findable',
  failed: 'failed',
} as const;

/** Pictures of an item: by address or from a file, the first one shown first. */
export function PictureEditor(options: {
  pictures: readonly Listed[];
  states: readonly PictureState[];
  /** What is typed and not added yet. */
  address: string;
  fault: string | undefined;
  onAddress: (address: string) => void;
  onAdd: () => void;
  onChange: (pictures: readonly Listed[]) => void;
}): ReactNode {
  const { pictures, states, address, onAddress, onAdd, onChange } = options;
  const [fault, setFault] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const fileId = useId();
  const addFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    setFault(chosen.size > bytesMax ? 'A picture may have at most 10 MB' : null);
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
            label="Address of a picture"
            placeholder="https://"
            inputMode="url"
            value={address}
            onValue={onAddress}
            fault={options.fault ?? fault}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), onAdd())}
          />
        </div>
        <button type="button" className="button" onClick={onAdd}>
          Add
        </button>
        <button type="button" className="button" onClick={() => file.current?.click()}>
          Upload …
        </button>
        <label className="unseen" htmlFor={fileId}>
          Picture file
        </label>
        <input
          ref={file}
          id={fileId}
          className="unseen"
          tabIndex={-1}
          type="file"
          accept="image/*"
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
  picture: Listed;
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
        <PictureOf url={picture.url} alt={picture.alt} />
      </span>
      <span className="stack tight">
        <span className="small crop-line soft">
          {uploaded ? 'From a file, kept when saved' : picture.url}
        </span>
        <span className="row">
          {first && <span className="badge good">Shown first</span>}
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
            First
          </button>
        )}
        <button type="button" className="button small" onClick={onRemove}>
          Remove<span className="unseen"> picture {picture.alt}</span>
        </button>
      </span>
    </li>
  );
}

export function dataUri(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')));
    reader.readAsDataURL(file);
  });
}
