export { createClient, type VitrineClient } from './client.ts';
export { VitrineError, type ErrorParts, type InputError } from './error.ts';
export type { ClientOptions, RawBody, RequestOptions } from './transport.ts';
export type {
  ImportItem,
  ImportOptions,
  ImportProgress,
  ImportTask,
  Item,
  ItemChangeOptions,
  ItemInput,
  ItemListing,
  ItemOperations,
  ItemPage,
  ItemReplyOptions,
  ItemsAdded,
  Picture,
  PictureState,
  ReindexTask,
  Task,
  Warning,
} from './items.ts';
export type {
  Crop,
  Facet,
  FacetValue,
  FacetRequest,
  ImageSearchRequest,
  Photo,
  SearchItem,
  SearchOperations,
  SemanticReport,
  SearchReply,
  SearchRequest,
  Suggestion,
  WhyNot,
} from './search.ts';
export type {
  Reason,
  RecommendationOperations,
  RecommendationReply,
  RecommendationRequest,
  OptionalVisitor,
  RecommendedItem,
  SeenItems,
  Visitor,
} from './recommendations.ts';
export { signKey, type SignedKeyOptions } from './signed-key.ts';
export type {
  EventSettings,
  EventSettingsChanges,
  FieldGroup,
  ItemSettings,
  ItemSettingsChanges,
  ProjectSettings,
  RateLimits,
  RateLimitsChanges,
  SearchSettings,
  SearchSettingsChanges,
  SettingsChanges,
  SettingsOperations,
  SettingsReply,
  SynonymRule,
  Synonyms,
} from './settings.ts';
export type {
  AnalyticsOperations,
  QueryFigures,
  SearchFigures,
  SearchReport,
  SearchReportRequest,
} from './analytics.ts';
export type { RankingKind, RecommenderOperations, RecommenderReply } from './recommender.ts';
export type { Rule, RuleOperations, RulesPreview, RulesPreviewRequest, RulesReply } from './rules.ts';
export type { EventOperations, EventsAdded, ShopEvent, UserOperations } from './events.ts';
export type {
  AdminOperations,
  ApiKey,
  KeyKind,
  KeyRequest,
  SemanticState,
  PictureCounts,
  Project,
  ProjectDetails,
  Scope,
} from './administration.ts';
