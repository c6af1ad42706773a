import { useState, type ReactNode } from 'react';
import { findLanguage, findLanguages, ownLanguageName, readTaggedCode } from '../app/languages.ts';
import { Combobox, type Option } from './combobox.tsx';
import { languageName } from './formats.ts';

/** The language of texts, chosen by its name. `value` is its code; empty: none. */
export function LanguageField({
  label,
  value,
  onValue,
  error,
  autoFocus = false,
  placeholder = 'Search languages',
}: {
  label: string;
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  placeholder?: string;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const pick = (code: string): void => {
    setTyped(null);
    onValue(code);
  };
  const change = (text: string): void => {
    setTyped(text);
    const chosen = text.trim() === '' ? '' : (findLanguage(text) ?? readTaggedCode(text));
    if (chosen !== null && chosen !== value) onValue(chosen);
  };
  const options = listOptions(typed ?? '');
  return (
    <Combobox
      label={label}
      asField
      isQuiet={autoFocus}
      autoFocus={autoFocus}
      placeholder={placeholder}
      value={typed ?? (value === '' ? '' : languageName(value))}
      options={options}
      onValue={change}
      onPick={pick}
      onEnter={() =>
        typed !== null && typed.trim() !== '' && options[0] !== undefined && pick(options[0].key)
      }
      // What names no language is not kept.
      onBlur={() => setTyped(null)}
      error={error}
    />
  );
}

/** Languages of ISO 639-1 that match a text, and the typed code with its region. */
function listOptions(typed: string): readonly Option[] {
  const tagged = readTaggedCode(typed);
  const codes = tagged === null ? findLanguages(typed) : [tagged];
  return codes.map(toLanguageOption);
}

/** A language by its name in English and its own. */
export function toLanguageOption(code: string): Option {
  const [text, note] = [languageName(code), ownLanguageName(code)];
  return { key: code, text, ...(note === text ? {} : { note }) };
}
