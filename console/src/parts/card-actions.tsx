import { useState, type ReactNode } from 'react';
import { Field } from './field.tsx';
import { Icon } from './icons.tsx';
import { LabelOf } from './label-of.tsx';

/** The highest position of a pin. */
export const positionMax = 1000;

/** A button of a product card. `name`: of the product, for screen readers. */
export function CardAction({
  icon,
  verb,
  name,
  isOn,
  isDisabled = false,
  onClick,
}: {
  icon: Parameters<typeof Icon>[0]['name'];
  verb: string;
  name: string;
  /** Undefined: it is no switch. */
  isOn?: boolean;
  /** It stays focusable: the card may move and enable it again. */
  isDisabled?: boolean;
  onClick: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={isOn === true ? 'button small icon' : 'button small icon quiet'}
      title={verb}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
    >
      <Icon name={icon} size={16} />
      <span className="visually-hidden">
        {verb}: {name}
      </span>
    </button>
  );
}

/** The position of a pinned item. A typed number applies with Enter or when the field is left. */
export function PositionField({
  name,
  position,
  onPosition,
}: {
  name: string;
  position: number;
  onPosition: (position: number) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = (): void => {
    if (typed === null) return;
    const next = Number(typed);
    setTyped(null);
    if (Number.isInteger(next) && next >= 1 && next <= positionMax && next !== position) onPosition(next);
  };
  return (
    <Field
      label={<LabelOf text="Position" name={name} />}
      type="number"
      min={1}
      max={positionMax}
      value={typed ?? String(position)}
      onValue={setTyped}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The card moves and may lose the focus: Enter must not press the button that gets it.
        event.preventDefault();
        apply();
      }}
    />
  );
}
