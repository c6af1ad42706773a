'use client';

import type { NearestCategory } from '@vitrine/sdk/shop';
import { useId, type ReactNode } from 'react';
import type { ImageSearch } from './use-image-search.ts';

/** Properties of {@link PhotoQuestion}. */
export interface PhotoQuestionProps {
  readonly images: Pick<ImageSearch, 'categories' | 'category' | 'chooseCategory'>;
  /** Default: in English. */
  readonly label?: string | undefined;
  /** Draws a category. Default: the last level of its path, or all where two categories have the same one. */
  readonly renderCategory?: ((category: NearestCategory) => ReactNode) | undefined;
  /** The class of the outer element. The parts have the attribute `data-vitrine`: `question`, `category`. */
  readonly className?: string | undefined;
}

/**
 * Asks for the category of an uncertain photo, by a button for each category of the nearest items, without styles. The pressed one is
 * the answer; pressing it again searches in all categories. Nothing is shown where there is nothing to ask.
 *
 * @example
 * ```tsx
 * <PhotoQuestion images={images} label="Was davon ist es?" />
 * ```
 */
export function PhotoQuestion(props: PhotoQuestionProps): ReactNode {
  const { images, label = 'Which of these is it?', className } = props;
  const { categories, category, chooseCategory } = images;
  const { renderCategory = (one: NearestCategory) => shortenPath(one, categories) } = props;
  const id = useId();
  if (categories.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={className}>
      <p id={id} data-vitrine="question">
        {label}
      </p>
      {categories.map((one) => (
        <button
          key={one.filter}
          type="button"
          data-vitrine="category"
          aria-pressed={one.filter === category?.filter}
          onClick={() => chooseCategory(one.filter === category?.filter ? null : one)}
        >
          {renderCategory(one)}
        </button>
      ))}
    </div>
  );
}

function shortenPath({ value }: NearestCategory, all: readonly NearestCategory[]): string {
  const last = readLastLevel(value);
  return all.filter((other) => readLastLevel(other.value) === last).length === 1 ? last : value;
}

const readLastLevel = (path: string): string => path.split(' > ').at(-1)!;
