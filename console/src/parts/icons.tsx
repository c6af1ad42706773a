import type { ReactNode } from 'react';

const paths = {
  logo: 'M4 20V7a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v13M2.500 20h19M4 13h16M12 7.500a1.800 1.800 0 1 1 0 3.600a1.800 1.800 0 0 1 0-3.600',
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  items: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  import: 'M12 4v11M7.500 10.500 12 15l4.500-4.500M4 17v3h16v-3',
  export: 'M12 15V4M7.500 8.500 12 4l4.500 4.500M4 17v3h16v-3',
  bell: 'M6.500 16.500V11a5.500 5.500 0 0 1 11 0v5.500l2 1.500h-15zM10 20.500h4M12 3.500v2',
  chart: 'M4 20V4M4 20h16M8.500 16.500v-4M12.500 16.500V8M16.500 16.500v-6',
  money: 'M3 6.500h18v11H3zM12 9.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 0 1 0-5M6 9.500v.01M18 14.500v.01',
  key: 'M8 7.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 0 1 0-9M12.500 12H21v3.500M17 12v3',
  search: 'M10.500 4a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1 0-13M15.500 15.500 20.500 20.500',
  photo: 'M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 10a3.200 3.200 0 1 1 0 6.400a3.200 3.200 0 0 1 0-6.400',
  recommend: 'M12 4l2.200 5.300L20 10l-4.300 3.800L17 19.500 12 16.500 7 19.500l1.300-5.700L4 10l5.800-.7z',
  rules: 'M8.500 4h7l-1 6.500 3 3h-11l3-3zM12 13.500v7',
  collections: 'M4 10h16v10H4zM6.500 6.500h11M9 3h6M9 15h6',
  site: 'M3 5h18v14H3zM3 9h18M6 7h.01M9 7h.01M7 12.500h6M16 12.500l2.500 5-1.200-.300-.800 1',
  placements: 'M4 4h16v16H4zM4 9h16M7 12.500h4.500v4H7zM14.500 13h2.500M14.500 16h2.500',
  draft: 'M5 4h9.500L19 8.500V20H5zM14 4v5h5M8.500 13h7M8.500 16.500h4.500',
  history: 'M4 12a8 8 0 1 0 2.600-5.900L4 8.500M4 4v4.500h4.500M12 7.500V12l3 2',
  experiment: 'M9.500 4h5M10.500 4v6L5 19.500h14L13.500 10V4M8 15h8',
  settings: 'M4 7h9M17 7h3M13 4.500v5M4 17h3M11 17h9M11 14.500v5',
  facets: 'M4 5h16l-6.200 7.500V18l-3.600 2v-7.500z',
  team: 'M9 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6M3 19v-1a5 5 0 0 1 5-4h2a5 5 0 0 1 5 4v1M16 5.300a3 3 0 0 1 0 5.400M18 14.300a5 5 0 0 1 3 4.700',
  user: 'M12 4.500a3.500 3.500 0 1 1 0 7a3.500 3.500 0 0 1 0-7M5 20v-1a5.500 5.500 0 0 1 5.500-4.500h3A5.500 5.500 0 0 1 19 19v1',
  book: 'M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h10',
  sun: 'M12 8a4 4 0 1 1 0 8a4 4 0 0 1 0-8M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
  sheet: 'M4 5h16v14H4zM4 9.500h16M4 14.250h16M10 9.500V19M15 9.500V19',
  undo: 'M8.500 14 4 9.500 8.500 5M4.500 9.500H14a5.500 5.500 0 0 1 0 11h-3',
  picture: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 9h.01',
  pin: 'M8.500 4h7l-1 6.500 3 3h-11l3-3zM12 13.500v7',
  hide: 'M4 4l16 16M9.500 5.700A9.500 9.500 0 0 1 21.500 12a12 12 0 0 1-2.600 3.600M6.500 7.500A12 12 0 0 0 2.500 12a9.700 9.700 0 0 0 14 5M10 10a3 3 0 0 0 4 4',
  pencil: 'M5 19l.800-3.600L16.200 5l2.800 2.800L8.600 18.200zM14.200 7l2.800 2.800',
  chevron: 'M7 10l5 5 5-5',
  switch: 'M8 9.500l4-4 4 4M8 14.500l4 4 4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  left: 'M20 12H5M11 6l-6 6 6 6',
  right: 'M4 12h15M13 6l6 6-6 6',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
