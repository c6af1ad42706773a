import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

export interface Option {
  readonly key: string;
  readonly text: ReactNode;
  readonly note?: string;
}

/** An input with a list below it: arrows walk the list, Enter takes, Escape closes, screen readers follow along. */
export function Combobox(options: {
  label: string;
  placeholder?: string;
  value: string;
  options: readonly Option[];
  onValue: (value: string) => void;
  onPick: (key: string) => void;
  /** The label is seen above it; else it is for screen readers, and the input is a search box. */
  asField?: boolean;
}): ReactNode {
  const { label, placeholder, value, options: all, onValue, onPick, asField = false } = options;
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const shown = open && all.length > 0;
  const take = (key: string): void => {
    setOpen(false);
    setAt(-1);
    onPick(key);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setAt((now) => (event.key === 'ArrowDown' ? Math.min(all.length - 1, now + 1) : Math.max(-1, now - 1)));
    } else if (event.key === 'Enter') {
      const option = shown ? all[at] : undefined;
      if (option !== undefined) {
        event.preventDefault();
        take(option.key);
      } else setOpen(false);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const input = (
    <input
      id={id}
      className="input"
      type="search"
      role="combobox"
      aria-expanded={shown}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        onValue(event.target.value);
        setOpen(true);
        setAt(-1);
      }}
      onFocus={() => asField && setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={press}
    />
  );
  const list = (
    <ul className="suggestions" role="listbox" id={`${id}-list`} aria-label={label} hidden={!shown}>
      {all.map((option, index) => (
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // The press must not take the focus away from the input, or the list would close before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option.key)}
        >
          <span>{option.text}</span>
          {option.note !== undefined && <small>{option.note}</small>}
        </li>
      ))}
    </ul>
  );
  if (asField) {
    return (
      <div className="field" style={{ position: 'relative' }}>
        <label htmlFor={id}>{label}</label>
        {input}
        {list}
      </div>
    );
  }
  return (
    <div className="searchbox">
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" size={20} />
      {input}
      {list}
    </div>
  );
}
