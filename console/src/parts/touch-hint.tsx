import type { ReactNode } from 'react';

/** How a finger drags, for touch screens only. */
export function TouchHint(): ReactNode {
  return <span className="only-touch"> With a finger, hold it until it lifts.</span>;
}
