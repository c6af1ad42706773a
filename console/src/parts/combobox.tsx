import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

export interface Option {
  readonly key: string;
  readonly text: ReactNode;
  readonly note?: string;
}

/** A text input with a list of options: arrow keys select, Enter picks, Escape closes. */
export function Combobox(options: {
  label: string;
  placeholder?: string;
  value: string;
  options: readonly Option[];
  onValue: (value: string) => void;
  onPick: (key: string) => void;
  /** True: the label is visible above the input. False: it is for screen readers, and the input is a search box. */
  asField?: boolean;
  /** The label of a field is for screen readers only. */
  isLabelHidden?: boolean;
  autoFocus?: boolean;
  /** The first focus does not open the list, as the form gives it: the list would cover what follows. */
  isQuiet?: boolean;
  /** Enter without a chosen option. */
  onEnter?: () => void;
  /** The id of an error or a hint. */
  describedBy?: string | undefined;
}): ReactNode {
  const { label, placeholder, value, options: all, onValue, onPick, asField = false } = options;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const isQuiet = useRef(options.isQuiet === true);
  const isListOpen = isOpen && all.length > 0;
  useEffect(() => {
    if (activeIndex >= 0)
      document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex]);
  const pick = (key: string): void => {
    setIsOpen(false);
    setActiveIndex(-1);
    onPick(key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      setActiveIndex((index) =>
        event.key === 'ArrowDown' ? Math.min(all.length - 1, index + 1) : Math.max(-1, index - 1),
      );
    } else if (event.key === 'Enter') {
      const option = isListOpen ? all[activeIndex] : undefined;
      // A field only chooses: it does not submit the form around it.
      if (option !== undefined || asField) event.preventDefault();
      if (option !== undefined) {
        pick(option.key);
      } else {
        setIsOpen(false);
        options.onEnter?.();
      }
    } else if (event.key === 'Escape' && isListOpen) {
      event.preventDefault();
      setIsOpen(false);
    }
  };
  const input = (
    <input
      id={id}
      className="input"
      type="search"
      role="combobox"
      aria-expanded={isListOpen}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={isListOpen && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
      aria-describedby={options.describedBy}
      aria-invalid={options.describedBy === undefined ? undefined : true}
      autoFocus={options.autoFocus}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={value}
      onChange={(event) => {
        onValue(event.target.value);
        setIsOpen(true);
        setActiveIndex(-1);
      }}
      onFocus={() => {
        setIsOpen(asField && !isQuiet.current);
        isQuiet.current = false;
      }}
      onClick={() => asField && setIsOpen(true)}
      onBlur={() => setIsOpen(false)}
      onKeyDown={onKeyDown}
    />
  );
  const list = (
    <ul className="suggestions" role="listbox" id={`${id}-list`} aria-label={label} hidden={!isListOpen}>
      {all.map((option, index) => (
        <li
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          // Keeps the focus in the input: a blur would close the list before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(option.key)}
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
        <label htmlFor={id} className={options.isLabelHidden === true ? 'visually-hidden' : undefined}>
          {label}
        </label>
        {input}
        {list}
      </div>
    );
  }
  return (
    <div className="searchbox">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" size={20} />
      {input}
      {list}
    </div>
  );
}
