import type { RevenueReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { lists } from '../../app/list-texts.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { dateText } from '../../app/time-spans.ts';

type By = RevenueReport['by'];

const countries = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
const channels: Readonly<Record<string, string>> = {
  search: 'Search',
  browse: 'Browsing without a query',
  photo: 'Photo search',
  list: 'Lists of recommendations',
};

/** A value of a report, linked to the place where it is looked after. */
export function ReportValue({ project, by, value }: { project: string; by: By; value: string }): ReactNode {
  const text = nameOfValue(by, value);
  const path = pathOfValue(by, value);
  return path === null ? text : <Link to={projectPath(project, path)}>{text}</Link>;
}

function nameOfValue(by: By, value: string): string {
  switch (by) {
    case 'list':
      return lists.find(({ list }) => list === value)?.text ?? value;
    case 'channel':
      return channels[value] ?? value;
    case 'country':
      return countryName(value);
    case 'day':
      return dateText(value);
    default:
      return value === '' ? '(empty)' : value;
  }
}

function pathOfValue(by: By, value: string): string | null {
  const name = encodeURIComponent(value);
  switch (by) {
    case 'query':
      return `/search?q=${name}`;
    case 'filter':
      return `/search?filters=${name}`;
    case 'rule':
      return `/rules?rule=${name}`;
    case 'collection':
      return `/collections/${name}`;
    case 'placement':
      return `/placements/${name}`;
    case 'list':
      return lists.some(({ list }) => list === value) ? `/recommendations/${name}` : null;
    default:
      return null;
  }
}

function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
