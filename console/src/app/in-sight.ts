import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether an element has come near the window, so that a long list loads only what is looked at. */
export function useInSight<T extends Element>(): {
  readonly ref: RefObject<T | null>;
  readonly isSeen: boolean;
} {
  const ref = useRef<T>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || ref.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}
