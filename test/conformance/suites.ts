import { testAttribution } from './attribution.ts';
import { testAuditLog } from './audit-log.ts';
import { testCatalog } from './catalog.ts';
import { testConfiguration } from './configuration.ts';
import { testConditions } from './conditions.ts';
import { testEvents } from './events.ts';
import { testEventWeights } from './event-weights.ts';
import { testIdentifiers } from './identifiers.ts';
import { testTextEmbeddings } from './text-embeddings.ts';
import { testImpressions } from './impressions.ts';
import { testItemKeys } from './item-keys.ts';
import { testMatchingItems } from './matching-items.ts';
import { testPicturePoints } from './picture-points.ts';
import { testPictures } from './pictures.ts';
import { testPlanted } from './planted.ts';
import { testProjects } from './projects.ts';
import { testRecommenders } from './recommenders.ts';
import { testReplacement } from './replacement.ts';
import { testResources } from './resources.ts';
import { testRules } from './rules.ts';
import { testSearchCounts } from './search-counts.ts';
import { testSearches } from './query-log.ts';
import { testSettings } from './settings.ts';
import { testSuggestions } from './suggestions.ts';
import { testTeam } from './team.ts';
import { testText } from './text.ts';
import { testVariants } from './variants.ts';
import { testVisitors } from './visitors.ts';
import { testVisitorSegments } from './visitor-segments.ts';
import type { OpenEngine } from './shop.ts';

type Suite = (name: string, open: OpenEngine) => void;

/** Suites about writes, whose calls alternate between the processes of a pair. */
const writingSuites: readonly Suite[] = [
  testCatalog,
  testItemKeys,
  testReplacement,
  testSettings,
  testRules,
  testResources,
  testConfiguration,
  testSearches,
  testSearchCounts,
  testEvents,
  testImpressions,
  testAttribution,
  testEventWeights,
  testVisitors,
  testVisitorSegments,
  testProjects,
  testTeam,
  testAuditLog,
];

/** Representatives of those: others store in the same way. */
export const someWritingSuites: readonly Suite[] = [testCatalog, testConfiguration, testEvents];

/** Suites of jobs, which one of the processes takes and finishes (`ownOf` in shared-engines.ts). */
const jobSuites: readonly Suite[] = [testPictures, testPicturePoints, testTextEmbeddings];

/** Suites about the results of these writes. */
const readingSuites: readonly Suite[] = [
  testText,
  testConditions,
  testMatchingItems,
  testVariants,
  testIdentifiers,
  testSuggestions,
  testRecommenders,
  testPlanted,
];

/** The contract of every engine: one suite per port. */
export const suites: readonly Suite[] = [...writingSuites, ...jobSuites, ...readingSuites];
