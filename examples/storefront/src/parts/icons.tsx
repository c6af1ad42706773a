import type { ReactNode } from 'react';

/** Drawn on a square of 24 units. */
const paths = {
  camera:
    'M4 8h3l1.6-2.5h6.8L17 8h3a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 4 8Zm8 8.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  cart: 'M3 4h2.2l2.3 11h10.2l2.3-8H6M9 20.2h.01M17 20.2h.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20.5 20.5',
  close: 'M6 6l12 12M18 6L6 18',
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5h-5v5H5a1 1 0 0 1-1-1Z',
  pulse: 'M3 12.5h4l2.5-7 4.5 13 2.5-6H21',
  filter: 'M4 7h16M7 12h10M10 17h4',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7',
  check: 'M5 12.5 10 17.5 19.5 7',
};

/** A line drawing without a name: its button or link has one. */
export function Icon({ name }: { readonly name: keyof typeof paths }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

export function Logo(): ReactNode {
  return (
    <svg className="logo" viewBox="0 0 28 22" width="28" height="22" aria-hidden="true">
      <path d="M1 13c6.5 0 8.5-10 16-10 2.2 0 3.9 1.1 4.8 2.9L26 7.5l-3 1.5C22.1 14.2 17.6 19 11 19 6.7 19 3.2 16.9 1 13Z" />
      <path className="logo-wing" d="M6.5 12.8c3.6.8 7-.8 9.7-5" />
      <circle className="logo-eye" cx="18.6" cy="6.6" r="1.1" />
    </svg>
  );
}
