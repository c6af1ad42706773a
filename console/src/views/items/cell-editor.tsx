import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { messageOf } from '../../app/service.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { fieldValues } from './item-facets.ts';
import { allActive } from './item-query.ts';
import type { EditedField } from './save-cell.ts';

/** The input of a cell: Enter saves, and so does leaving it; Escape cancels. What was not saved stays, with the message of the service. */
export function CellEditor({
  label,
  field,
  stored,
  typed,
  project,
  onSave,
  onClose,
}: {
  label: string;
  field: EditedField;
  /** The stored value as text. */
  stored: string;
  /** What was typed to begin the edit; null: nothing. */
  typed: string | null;
  project: string;
  /** Resolves to the message of a failure, or null. */
  onSave: (text: string) => Promise<string | null>;
  onClose: () => void;
}): ReactNode {
  const id = useId();
  const [text, setText] = useState(typed ?? stored);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useUnsaved(text === stored ? null : { detail: `The change of ${label} is not saved.` });
  // Browsers may report a blur when the input is removed.
  const isClosed = useRef(false);
  const close = (): void => {
    isClosed.current = true;
    onClose();
  };
  const save = async (): Promise<void> => {
    if (isBusy || isClosed.current) return;
    if (text === stored && error === null) {
      close();
      return;
    }
    setIsBusy(true);
    setError(null);
    const failure = await onSave(text).catch(messageOf);
    setIsBusy(false);
    if (failure === null) close();
    else setError(failure);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else void save();
  };
  const isNumber = field === 'price' || field === 'stock';
  const suggested = field === 'brand' || field === 'category' ? field : null;
  return (
    <span className="cell-editor" aria-busy={isBusy}>
      <input
        className={isNumber ? 'input num' : 'input'}
        type="text"
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        autoFocus
        aria-label={label}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        list={suggested === null ? undefined : `${id}-values`}
        readOnly={isBusy}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => typed === null && event.target.select()}
        onBlur={() => void (error === null && save())}
        onKeyDown={onKeyDown}
      />
      {suggested !== null && <Suggestions id={`${id}-values`} project={project} field={suggested} />}
      {error !== null && (
        <span className="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}

function Suggestions({
  id,
  project,
  field,
}: {
  id: string;
  project: string;
  field: 'brand' | 'category';
}): ReactNode {
  const { value } = useLoad(field, (signal) => fieldValues(project, allActive, field, '', signal));
  return (
    <datalist id={id}>
      {(value ?? []).map((one) => (
        <option key={one.value} value={one.value} />
      ))}
    </datalist>
  );
}
