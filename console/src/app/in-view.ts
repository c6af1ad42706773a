import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element has come near the viewport, so that a long list loads only what is looked at. */
export function useInView<T extends Element>(): {
  readonly ref: RefObject<T | null>;
  readonly isInView: boolean;
} {
  const ref = useRef<T>(null);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (isInView || ref.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsInView(true),
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isInView]);
  return { ref, isInView };
}
