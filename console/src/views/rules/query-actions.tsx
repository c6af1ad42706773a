import type { ReactNode } from 'react';
import { BannerEditor } from '../../parts/banner-editor.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icons.tsx';
import type { ActionOptions } from './item-actions.tsx';

/** Replaces and removes words of the query. */
export function Words({ draft, set, errorAt }: ActionOptions): ReactNode {
  const { replacements } = draft;
  const change = (index: number, next: Partial<(typeof replacements)[number]>): void =>
    set({ replacements: replacements.map((one, i) => (i === index ? { ...one, ...next } : one)) });
  return (
    <>
      {replacements.map(({ from, to }, index) => (
        <div key={index} className="rule-row">
          <Field
            label="Replace"
            placeholder="trainers"
            value={from}
            onValue={(next) => change(index, { from: next })}
            error={errorAt(`words.replace[${index}]`)}
          />
          <Field
            label={
              <>
                With<span className="visually-hidden"> (instead of {from})</span>
              </>
            }
            placeholder="sneakers"
            value={to}
            onValue={(next) => change(index, { to: next })}
          />
          <button
            type="button"
            className="button small"
            onClick={() => set({ replacements: replacements.filter((_, i) => i !== index) })}
          >
            Remove<span className="visually-hidden"> replacement of {from}</span>
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="button small"
          onClick={() => set({ replacements: [...replacements, { from: '', to: '' }] })}
        >
          <Icon name="plus" size={16} />
          Replace words
        </button>
      </div>
      <Field
        label="Words to ignore"
        hint="Separated by commas."
        placeholder="cheap, best"
        value={draft.removedWords}
        onValue={(removedWords) => set({ removedWords })}
        error={errorAt('words.remove')}
      />
    </>
  );
}

export function Redirect({ draft, set, errorAt }: ActionOptions): ReactNode {
  return (
    <Field
      label="Page address"
      inputMode="url"
      hint="A page of your shop, such as /gifts, or an address that begins with https://."
      placeholder="/gifts"
      spellCheck={false}
      value={draft.redirect}
      onValue={(redirect) => set({ redirect })}
      error={errorAt('redirect')}
    />
  );
}

/** A banner, or other data for the pages of the shop. */
export function UserData({ draft, set, errorAt }: ActionOptions): ReactNode {
  return (
    <BannerEditor
      userData={draft.userData}
      onUserData={(userData) => set({ userData })}
      error={errorAt('userData')}
    />
  );
}
