import { useEffect, useState } from 'react';
import { useDebounced } from './load.ts';

/**
 * A text that is typed here and stands in the address once it has rested for `ms`. Each follows the other: typing moves
 * the address, and another address (a link, the browser's way back) is shown in the field.
 */
export function useDebouncedQueryParameter(
  inAddress: string,
  toAddress: (text: string) => void,
  ms: number,
): { typed: string; setTyped: (text: string) => void; rested: string } {
  const [typed, setTyped] = useState(inAddress);
  const rested = useDebounced(typed, ms);
  useEffect(() => {
    if (rested !== inAddress) toAddress(rested);
  }, [rested]);
  useEffect(() => {
    if (rested !== inAddress) setTyped(inAddress);
  }, [inAddress]);
  return { typed, setTyped, rested };
}
