import { useEffect, useState } from 'react';
import { useDebounced } from './load.ts';

/**
 * The text of a field that is also a query parameter. The URL is updated once the text has not changed for `ms`; a new URL, such as from
 * a link or the Back button, updates the text.
 */
export function useDebouncedQueryParameter(
  parameter: string,
  setParameter: (text: string) => void,
  ms: number,
): { typed: string; setTyped: (text: string) => void; debounced: string } {
  const [typed, setTyped] = useState(parameter);
  const debounced = useDebounced(typed, ms);
  useEffect(() => {
    if (debounced !== parameter) setParameter(debounced);
  }, [debounced]);
  useEffect(() => {
    if (debounced !== parameter) setTyped(parameter);
  }, [parameter]);
  return { typed, setTyped, debounced };
}
