import type { ReactNode } from 'react';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { PhotoInput } from './photo-input.tsx';

/** The camera of a phone, else the choice of a file. */
export function PhotoButton(): ReactNode {
  const { photo } = useTexts();
  return (
    <PhotoInput
      label={photo.button}
      className="icon-button"
      opensCamera={window.matchMedia('(pointer: coarse)').matches}
    >
      <Icon name="camera" />
    </PhotoInput>
  );
}
