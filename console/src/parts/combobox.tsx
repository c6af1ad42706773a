import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { FieldMessages } from './field.tsx';
import { Icon } from './icons.tsx';

export interface Option {
  readonly key: string;
  readonly text: ReactNode;
  readonly note?: string;
}

/** The bar of a form with the button that saves it covers the bottom of the window. */
const saveBarPixels = 80;

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
  /** What was chosen, between the label and the input of a field. */
  chosen?: ReactNode;
  /** The label of a field is for screen readers only. */
  isLabelHidden?: boolean;
  autoFocus?: boolean;
  /** The first focus does not open the list, as the form gives it: the list would cover what follows. */
  isQuiet?: boolean;
  /** Enter without a chosen option. */
  onEnter?: () => void;
  onBlur?: () => void;
  /** The id of an error that is shown elsewhere. */
  describedBy?: string | undefined;
  /** Shown under a field. */
  hint?: string;
  error?: string | undefined;
}): ReactNode {
  const { label, placeholder, value, options: all, onValue, onPick, asField = false } = options;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  const isQuiet = useRef(options.isQuiet === true);
  const isListOpen = isOpen && all.length > 0;
  const list = useRef<HTMLUListElement>(null);
  const [isUpward, setIsUpward] = useState(false);
  useLayoutEffect(() => {
    const field = list.current?.parentElement?.getBoundingClientRect();
    if (!isListOpen || list.current === null || field === undefined) return;
    const below = window.innerHeight - field.bottom - saveBarPixels;
    setIsUpward(below < list.current.offsetHeight && field.top > below);
  }, [isListOpen, all.length]);
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
  const described = [
    options.describedBy,
    options.error === undefined ? undefined : `${id}-error`,
    options.hint === undefined ? undefined : `${id}-hint`,
  ];
  const describedBy = described.filter((one) => one !== undefined).join(' ');
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
      aria-describedby={describedBy === '' ? undefined : describedBy}
      aria-invalid={options.describedBy === undefined && options.error === undefined ? undefined : true}
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
      onBlur={() => {
        setIsOpen(false);
        options.onBlur?.();
      }}
      onKeyDown={onKeyDown}
    />
  );
  const suggestions = (
    <ul
      ref={list}
      className={isUpward ? 'suggestions upward' : 'suggestions'}
      role="listbox"
      id={`${id}-list`}
      aria-label={label}
      hidden={!isListOpen}
    >
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
      <div className="field">
        <label htmlFor={id} className={options.isLabelHidden === true ? 'visually-hidden' : undefined}>
          {label}
        </label>
        {options.chosen}
        <div className="combobox">
          {input}
          {suggestions}
        </div>
        <FieldMessages id={id} hint={options.hint} error={options.error} />
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
      {suggestions}
    </div>
  );
}
