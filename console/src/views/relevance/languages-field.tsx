import { useState, type ReactNode } from 'react';
import { findLanguages } from '../../app/languages.ts';
import { Combobox, type Option } from '../../parts/combobox.tsx';
import { languageName } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { toLanguageOption } from '../../parts/language-field.tsx';
import { noLanguages } from './relevance-draft.ts';

/** Languages that a project may have. */
const languagesMax = 8;
const noLanguageText = 'No language';

/** The languages of a project by their names, the main one first. `value` has their codes, separated by commas; empty: the default. */
export function LanguagesField({
  label,
  value,
  onValue,
  hint,
  error,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  hint: string;
  error: string | undefined;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const isNone = value.trim() === noLanguages;
  const codes = isNone ? [] : splitCodes(value);
  const add = (code: string): void => {
    setTyped('');
    if (code === noLanguages) onValue(noLanguages);
    else onValue([...codes, code].join(', '));
  };
  const isFull = codes.length === languagesMax;
  const options = isFull ? [] : listOptions(typed, codes);
  return (
    <Combobox
      label={label}
      asField
      chosen={
        (isNone || codes.length > 0) && (
          <ul className="chips" aria-label="Chosen languages">
            {isNone && <Chip text={noLanguageText} onRemove={() => onValue('')} />}
            {codes.map((code, index) => (
              <Chip
                key={code}
                text={languageName(code)}
                isMain={codes.length > 1 && index === 0}
                {...(index === 0
                  ? {}
                  : { onMain: () => onValue([code, ...codes.filter((other) => other !== code)].join(', ')) })}
                onRemove={() => onValue(codes.filter((other) => other !== code).join(', '))}
              />
            ))}
          </ul>
        )
      }
      placeholder={
        isFull
          ? `${languagesMax} languages are the most`
          : codes.length === 0
            ? 'Search languages, such as German'
            : 'Add a language'
      }
      value={typed}
      options={options}
      onValue={setTyped}
      onPick={add}
      onEnter={() => typed.trim() !== '' && options[0] !== undefined && add(options[0].key)}
      onBlur={() => setTyped('')}
      hint={hint}
      error={error}
    />
  );
}

function Chip({
  text,
  isMain = false,
  onMain,
  onRemove,
}: {
  text: string;
  isMain?: boolean;
  onMain?: () => void;
  onRemove: () => void;
}): ReactNode {
  return (
    <li className="chip">
      <span>
        {text}
        {isMain && <small className="soft"> main</small>}
      </span>
      {onMain !== undefined && (
        <button
          type="button"
          aria-label={`Make ${text} the main language`}
          title="Make it the main language"
          onClick={onMain}
        >
          <Icon name="left" size={12} />
        </button>
      )}
      <button type="button" aria-label={`Remove ${text}`} title="Remove" onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

function listOptions(typed: string, chosen: readonly string[]): readonly Option[] {
  const found = findLanguages(typed).filter((code) => !chosen.includes(code));
  const isNoneOffered =
    chosen.length === 0 && noLanguageText.toLowerCase().includes(typed.trim().toLowerCase());
  return [
    ...found.map(toLanguageOption),
    ...(isNoneOffered ? [{ key: noLanguages, text: noLanguageText, note: 'words as they are written' }] : []),
  ];
}

function splitCodes(value: string): string[] {
  return value
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}
