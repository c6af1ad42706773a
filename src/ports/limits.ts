/** All limits of the public interface. `docs/reference/limits.md` is tested against this table, and each limit at n and n + 1. */
export const limits = {
  /** Levels of nesting in a JSON body, and in one item or event. */
  jsonDepthMax: 32,
  /** Keys in a JSON body, without its items and events. */
  jsonKeysMax: 50_000,
  /** Values in a JSON body, without its items and events. */
  jsonValuesMax: 250_000,
  /** Keys in an item or event. */
  recordKeysMax: 10_000,
  /** Values in an item or event. */
  recordValuesMax: 50_000,
  /** Bytes of an item or event as sent, without long texts such as `data:` pictures. */
  recordBytesMax: 1024 * 1024,
  /** Bytes of a JSON body, unless the operation has its own limit. */
  bodyBytesMax: 2 * 1024 * 1024,
  /** Seconds to receive a body, except imports. */
  bodySecondsMax: 300,
  /** Minimum bytes per second that a client sends or reads, after a grace period. */
  transferBytesPerSecondMin: 16 * 1024,
  /** Bytes of bodies and replies in memory: of all requests, */
  bytesInFlightMax: 256 * 1024 * 1024,
  /** of one key, */
  bytesInFlightOfKeyMax: 192 * 1024 * 1024,
  /** of one visitor, */
  bytesInFlightOfVisitorMax: 128 * 1024 * 1024,
  /** and of one visitor with a web key or without a key. */
  bytesInFlightOfWebVisitorMax: 32 * 1024 * 1024,
  /** Queued requests of one visitor. */
  queuedRequestsMax: 1_000,
  /** Recommendation lists in progress, of all visitors and of one; further ones are queued. */
  listsInProgressMax: 64,
  listsInProgressOfVisitorMax: 16,
  /** Requests of one connection that are queued until earlier replies were read. */
  pipelinedRequestsMax: 200,
  /** Bytes of a body with items, `data:` pictures included. */
  itemsBodyBytesMax: 64 * 1024 * 1024,
  /** Bytes of a body with a photo: 10 MB and the overhead of base64. */
  photoBodyBytesMax: 15 * 1024 * 1024,
  // Limits of imports and feeds.
  /** Bytes of one line of an import. */
  importLineBytesMax: 16 * 1024 * 1024,
  /** Lines of one CSV row. */
  importRowLinesMax: 10_000,
  /** Bytes of the header of a CSV file. */
  importHeaderBytesMax: 1024 * 1024,
  /** Columns of a CSV file. */
  importColumnsMax: 10_000,
  /** Rows and bytes of the sample that decides on the decimal signs of the columns of a file. */
  importSampleRowsMax: 1_000,
  importSampleBytesMax: 1024 * 1024,
  /** Rows of one product of a Shopify file. */
  importProductRowsMax: 5_000,
  /** Bytes of the variable products of a WooCommerce file that are held for their variations. */
  importParentBytesMax: 64 * 1024 * 1024,
  /** Ids of a file with columns that are compared, to find those that it has twice. */
  importIdsMax: 500_000,
  /** Rows and bytes of the file with the rejected records of an import, and such files of a project. */
  importRejectedRowsMax: 1_000,
  importRejectedBytesMax: 1024 * 1024,
  importRejectedFilesMax: 20,
  /** Characters of `mapping`, the fields of the columns of a file. */
  importMappingLengthMax: 8_000,
  /** Mappings of columns that a project remembers. */
  columnMappingsMax: 50,
  /** Bytes of a preview of an import, and items and errors in its reply. */
  importPreviewBytesMax: 1024 * 1024,
  importPreviewItemsMax: 20,
  importPreviewErrorsMax: 100,
  /** Warnings about an imported file. */
  importWarningsMax: 50,
  /** Nesting levels of elements in an XML file. */
  importXmlDepthMax: 32,
  /** Errors stored in an import's task; further ones are only counted. */
  importErrorsMax: 1_000,
  /** Rejected lines after which an import ends: each costs as much as a stored one. */
  importRejectedLinesMax: 100_000,
  /** Feeds of a project, and the parts of a feed. */
  feedsMax: 10,
  feedUrlLengthMax: 2_048,
  feedSecretLengthMax: 1_000,
  feedMappingMax: 200,
  /** Bytes of a feed, unpacked, milliseconds until its last byte, redirects, and records. */
  feedBytesMax: 1024 * 1024 * 1024,
  feedFetchMsMax: 1_800_000,
  feedRedirectsMax: 5,
  feedRecordsMax: 500_000,
  /** Compression ratio of a feed beyond its first unpacked bytes, which are exempt. */
  feedUnpackedRatioMax: 200,
  feedUnpackedBytesFree: 4 * 1024 * 1024,
  // Limits of shops that are read page by page.
  /** Pages of one run, their bytes together, unpacked, and milliseconds of one run. */
  crawlPagesMax: 200_000,
  crawlBytesMax: 64 * 1024 * 1024 * 1024,
  crawlMsMax: 24 * 60 * 60 * 1000,
  /** Bytes of a page or list, unpacked, and milliseconds until its last byte. */
  crawlPageBytesMax: 16 * 1024 * 1024,
  crawlPageMsMax: 30_000,
  /** Seconds between two requests that are kept where robots.txt asks for more. */
  crawlDelaySecondsMax: 10,
  /** Bytes of robots.txt that are read (RFC 9309). */
  robotsBytesMax: 500 * 1024,
  /** Bytes of a sitemap, unpacked, its entries (sitemaps.org), and the sitemaps of a shop. */
  sitemapBytesMax: 50 * 1024 * 1024,
  sitemapEntriesMax: 50_000,
  sitemapsMax: 1_000,
  /** Products and variants of one page. */
  crawlPageItemsMax: 2_000,
  /** Milliseconds and requests of the discovery of a shop, and items in its reply. */
  discoverMsMax: 18_000,
  discoverRequestsMax: 60,
  discoverItemsMax: 10,
  /** Bytes of a page that `vitrine doctor --site` reads, and milliseconds until its last byte. */
  sitePageBytesMax: 5 * 1024 * 1024,
  sitePageMsMax: 20_000,
  /** Discoveries of a service at once. */
  discoveriesMax: 4,
  /** Bytes of one line of a history. */
  historyLineBytesMax: 1024 * 1024,
  /** Conditions, rules and assignments of a search or list in a history. */
  historyNamesMax: 100,

  /** Characters of a project id. */
  projectIdLengthMax: 64,
  /** Characters of an item's `id` and `sku`. */
  itemIdLengthMax: 256,
  /** Characters of the name of an item in an event or a list, which may be an address; an id in it may have `itemIdLengthMax`. */
  itemReferenceLengthMax: 2_048,
  itemNameLengthMax: 1_000,
  itemDescriptionLengthMax: 100_000,
  /** Bytes of an item as JSON, without `data:` pictures. */
  itemBytesMax: 100_000,
  itemImagesMax: 50,
  imageUrlLengthMax: 2_048,
  imageAltLengthMax: 1_000,
  /** Items in one POST /api/items or POST /api/items/update. */
  itemsPerWriteMax: 1_000,
  /** Items in the `ids` of one POST /api/items/delete. */
  deletedIdsMax: 1_000,
  /** Writes by filter of a project that run or wait. */
  matchingWritesMax: 10,
  /** Errors stored in the task of a write by filter; further ones are only counted. */
  matchErrorsMax: 100,
  /** Seconds for which a write by filter keeps its request open. */
  writeWaitSecondsMax: 60,
  writeWaitSecondsDefault: 10,
  /** Bytes of the new, changed and removed items of an import with `mode=replaceAll`, before and after it. */
  replacedBytesMax: 256 * 1024 * 1024,
  /** Imports of a service with `mode=replaceAll` at once. */
  replacementsMax: 2,
  listLimitMax: 1_000,
  listLimitDefault: 20,

  searchLimitMax: 1_000,
  searchLimitDefault: 20,
  /** `offset` + `limit` of a search. */
  searchWindowMax: 10_000,
  queryLengthMax: 1_000,
  filterLengthMax: 10_000,
  filterClausesMax: 500,
  filterDepthMax: 20,
  facetsMax: 50,
  facetValuesMax: 1_000,
  facetValuesDefault: 100,
  /** Values of all facets of one request, single or multi-search. */
  facetValuesPerRequestMax: 20_000,
  /** Characters of a facet written as text, with its options. */
  facetLengthMax: 4_000,
  /** Ranges of one facet. */
  facetRangesMax: 100,
  /** Characters of the path of a facet. */
  facetPathLengthMax: 1_000,
  /** Facets selected for `*` without a number. */
  facetsChosenDefault: 8,
  /** Disjunctive facets: each is another search. */
  disjunctiveFacetsMax: 20,
  /** Fields of one search for facet values. */
  facetSearchFieldsMax: 20,
  /** Fields of the catalog in the list of them. */
  listedFieldsMax: 1_000,
  sortKeysMax: 8,
  fieldNameLengthMax: 256,
  /** Fields in `fields`. */
  fieldsMax: 100,
  suggestLimitMax: 20,
  suggestLimitDefault: 8,
  searchesPerRequestMax: 20,
  // Limits of requests in the protocols of other services.
  algoliaQueriesMax: 50,
  algoliaParametersMax: 200,
  algoliaOptionalFiltersMax: 100,
  algoliaReplicasMax: 20,
  /** Variants of a product that `distinct` lists. */
  algoliaDistinctMax: 4,
  /** Characters of a tag or an ellipsis of highlights and snippets. */
  algoliaMarkupLengthMax: 200,
  algoliaIndexNameLengthMax: 256,
  /** Server keys of a project that may have made a secured key. */
  algoliaSigningKeysMax: 32,
  algoliaIndexesOfKeyMax: 100,
  /** Staging indexes of a project, their bytes together, and the hours for which each exists. */
  algoliaStagingIndexesMax: 10,
  algoliaStagingBytesMax: 256 * 1024 * 1024,
  algoliaStagingHoursMax: 24,
  /** Products of a reply to a shopper's agent. */
  agentProductsMax: 50,
  agentProductsDefault: 10,
  /** Ids of a lookup by an agent. */
  agentIdsMax: 50,
  /** Variants that are read for the products of a reply, and variants of a product in it. */
  agentVariantsReadMax: 1_000,
  agentVariantsMax: 50,
  /** Values of a filter, and selected options, of an agent's request. */
  agentValuesMax: 20,
  /** Fields of `agents.optionFields`. */
  agentOptionFieldsMax: 10,
  agentCountriesMax: 250,
  agentUrlLengthMax: 2_048,
  /** Requests without a key, of one address, for projects that are not open or do not exist. */
  guestOpeningsPerMinute: 60,
  /** Searches of the documentation by one address, and characters of each. */
  documentationSearchesPerMinute: 600,
  documentationQueryLengthMax: 200,
  /** Items of all searches of one request, by their `limit`. */
  itemsPerMultiSearchMax: 2_000,
  /** Facets of all searches of one request. */
  facetsPerMultiSearchMax: 200,
  /** Variants returned with each product of a search. */
  variantsMax: 20,

  /** Facets in the settings. */
  facetSettingsMax: 200,
  /** Characters of the name of a facet. */
  facetNameLengthMax: 200,
  /** Values of a facet that come first, and that are hidden; characters of each. */
  facetFirstValuesMax: 100,
  facetHiddenValuesMax: 500,
  facetValueLengthMax: 256,
  // Limits of the settings for the script of shops, `front`.
  /** Characters of a CSS selector, of the address of a page, and of a font, colour or radius. */
  frontSelectorLengthMax: 256,
  frontUrlLengthMax: 2_048,
  frontStyleLengthMax: 200,
  /** Fields on a card, and orders besides relevance. */
  frontCardFieldsMax: 10,
  frontSortsMax: 10,
  /** Texts of the shop, and characters of their keys and of each. */
  frontTextsMax: 200,
  frontTextKeyLengthMax: 64,
  frontTextLengthMax: 500,
  /** Lists of recommendations, and characters of the title of each. */
  frontListsMax: 20,
  frontTitleLengthMax: 200,
  /** Fields in one group of the settings. */
  settingsFieldsMax: 100,
  /** Groups of fields with their own weights. */
  settingsZonesMax: 6,
  stopWordsMax: 1_000,
  settingsLanguagesMax: 8,
  synonymRulesMax: 5_000,
  /** Words or phrases on one side of a synonym rule. */
  synonymsPerRuleMax: 50,
  /** Pairs of a word and its synonym over all rules; equivalent words count both ways. */
  synonymPairsMax: 50_000,
  /** Synonyms of one word over all rules. */
  synonymsOfWordMax: 1_000,
  /** Characters of a word or phrase in a synonym rule. */
  synonymLengthMax: 128,
  synonymIdLengthMax: 256,
  /** Characters of a word in the settings. */
  wordLengthMax: 64,
  /** Resources of a kind in a project, and characters of their ids and names, where the kind has no limits of its own. */
  resourcesMax: 100,
  resourceIdLengthMax: 64,
  resourceNameLengthMax: 200,
  /** Experiments of a project that run at once. */
  experimentsRunningMax: 5,
  /** Impressions that a replay of a draft takes, the newest. */
  replayedImpressionsMax: 10_000,
  /** Days for which impressions are kept. */
  impressionDaysMax: 365,
  /** Windows of attribution: hours of direct purchases, days of assisted ones. */
  directHoursMax: 168,
  assistedDaysMax: 30,
  /** Rules of a project. */
  rulesMax: 1_000,
  /** Characters of a rule's `id`. */
  ruleIdLengthMax: 128,
  ruleNameLengthMax: 200,
  /** Alternative conditions of a rule. */
  ruleConditionsMax: 20,
  /** Members of `context` in one condition, and values of one of them. */
  ruleContextMembersMax: 20,
  ruleContextValuesMax: 100,
  /** `days` of a condition on visitors. */
  visitorDaysMax: 3_650,
  /** `min` and `max` of the money that visitors spent, in the project's currency. */
  spentMax: 1_000_000_000,
  /** Characters of a member's name and of a value in `context`. */
  contextTextLengthMax: 256,
  /** Members of the `context` of a request that rules see. */
  contextMembersMax: 100,
  /** Filters that one rule boosts, and that it buries. */
  ruleBoostsMax: 20,
  /** Steps of one boost, and of all together. */
  ruleStepsMax: 7,
  /** Words or phrases that one rule replaces, and that it removes. */
  ruleWordsMax: 100,
  /** Words or phrases that all rules of a project replace or remove. */
  rulesWordsMax: 10_000,
  ruleUrlLengthMax: 2_048,
  /** Fields in `facets` of a rule. */
  ruleFacetsMax: 50,
  /** Bytes of the `userData` of a rule or placement as JSON. */
  ruleUserDataBytesMax: 10_000,
  /** Warnings about rules in one reply. */
  ruleWarningsMax: 100,
  /** Pins of one rule. */
  rulePinsMax: 100,
  /** Highest position of a pin. */
  rulePositionMax: 1_000,
  /** Ids hidden by one rule. */
  ruleHiddenMax: 1_000,
  /** Items named by all rules of a project. */
  rulesItemsMax: 10_000,
  /** Collections of a project. */
  collectionsMax: 1_000,
  /** Characters of a collection's `id`. */
  collectionIdLengthMax: 128,
  /** Ids of items that one collection lists, and that it excludes. */
  collectionItemsMax: 1_000,
  /** Items named by all collections of a project. */
  collectionsItemsMax: 100_000,
  /** Saved views of the console in a project, and the characters of the query of one. */
  savedViewsMax: 100,
  savedViewQueryLengthMax: 4_000,
  /** Versions of the configuration that a project keeps, and the bytes of their changes; the newest is always kept. */
  versionsMax: 1_000,
  versionsBytesMax: 32 * 1024 * 1024,
  /** Versions in one reply. */
  versionsPageMax: 100,
  versionsPageDefault: 20,
  /** Distance of two versions that are compared. */
  versionsComparedMax: 100,
  /** Differences listed for one change. */
  differencesMax: 500,
  /** Characters of the message of a version. */
  versionMessageLengthMax: 500,
  /** Drafts of a project. */
  draftsMax: 50,
  /** Bytes of a draft as JSON, with the live states of what it changes, and of all drafts of a project. */
  draftBytesMax: 1024 * 1024,
  draftsBytesMax: 8 * 1024 * 1024,
  /** Settings, rules, collections and placements that one draft changes. */
  draftPartsMax: 1_000,
  /** Errors reported at once for settings or rules. */
  settingsErrorsMax: 100,

  /** Days of a report. */
  analyticsDaysMax: 92,
  /** Queries in each list of a report. */
  analyticsQueriesMax: 500,
  analyticsQueriesDefault: 20,

  recommendLimitMax: 100,
  recommendLimitDefault: 10,
  excludeMax: 1_000,
  /** Caps on one list. */
  listCapsMax: 10,
  /** Characters of the name of a price list or store, and price lists of a key. */
  localNameLengthMax: 64,
  keyPriceListsMax: 100,
  /** Positions of a cap on search lists. */
  searchCapWindowMax: 100,
  /** Hours of a trend window: a week. */
  trendWindowHoursMax: 168,
  /** Placements of a project. */
  placementsMax: 200,
  /** Items in the explanation of exclusions. */
  explainedLeftOutMax: 50,
  /** Items of a visit or cart sent with a request. */
  contextItemsMax: 100,

  eventsPerWriteMax: 1_000,
  /** Bytes of a beacon: browsers send no more. */
  beaconBytesMax: 64 * 1024,
  /** Items of an event. A purchase is one event with the whole basket: bought together counts from it. */
  itemsPerEventMax: 500,
  eventTypeLengthMax: 64,
  /** Purchases of one order: imports divide one with more than 500 lines. */
  eventsPerOrderMax: 20,
  /** Event types with their own weights. */
  eventWeightsMax: 50,
  userIdLengthMax: 256,
  /** Characters of a visitor's address. */
  addressLengthMax: 64,
  languageTagLengthMax: 35,
  quantityMax: 1_000_000,
  /** Milliseconds that an event's `at` may be ahead of the service's clock. */
  eventAheadMsMax: 24 * 60 * 60 * 1000,

  /** Bytes of a picture. */
  imageBytesMax: 10 * 1024 * 1024,
  imagePixelsMax: 64_000_000,
  /** Pixels of an AVIF picture, which cannot be decoded at reduced size and takes 18 to 25 bytes per pixel. */
  imageAvifPixelsMax: 24_000_000,
  /** Pixels of a picture's longer side, such as a phone panorama. */
  imageSideMax: 16_384,
  /** Ratio of the longer to the shorter side of a picture. */
  imageAspectMax: 100,
  /** CPU milliseconds to decode a picture. */
  imageDecodeMsMax: 5_000,
  /** Bytes by which decoding may grow the memory of its process. */
  imageDecodeBytesMax: 768 * 1024 * 1024,
  // Limits of photos that wait for the image encoder, and of the vectors of photos that a project keeps.
  /** Queued photos of all clients. */
  photosWaitingMax: 64,
  /** Queued photos of one client: a key with a visitor or address. */
  photosWaitingPerClientMax: 32,
  /** Photos fetched concurrently by address; a quarter of them for one client. */
  photoFetchesMax: 16,
  /** Bytes of all queued photos. */
  photosWaitingBytesMax: 64 * 1024 * 1024,
  /** Milliseconds for which the vector of a photo is kept until an event confirms an item for it. */
  photoKeptMsMax: 24 * 60 * 60 * 1000,
  /** Vectors of such photos of a project. */
  photosKeptMax: 5_000,
  /** Visitors whose confirmed photo is kept of an item. */
  confirmedPhotosPerItemMax: 20,
  /** Items for which the confirmed photo of one visitor is kept. */
  confirmedPhotosPerVisitorMax: 50,
  /** Confirmed photos of a project. */
  confirmedPhotosMax: 50_000,
  // Limits of the corrections that a project learns from its visitors.
  /** Characters of a word that is corrected. */
  correctedWordLengthMax: 40,
  /** Words, and characters, of what replaces it. */
  correctionWordsMax: 3,
  correctionLengthMax: 80,
  /** Visitors of whom the replacement of a word is kept. */
  correctionVisitorsPerWordMax: 50,
  /** Words of which the replacement by one visitor is kept. */
  correctionWordsPerVisitorMax: 50,
  /** Replacements of words by the visitors of one address that are kept. */
  correctionsPerAddressMax: 1_000,
  /** Replacements of words by all visitors that are kept. */
  correctionRowsMax: 100_000,
  /** Learned corrections of a reply. */
  correctionsListedMax: 500,
  imageRedirectsMax: 3,
  imageFetchMsMax: 10_000,

  /** Webhooks of a project. */
  webhooksMax: 10,
  webhookUrlLengthMax: 2_048,
  /** Milliseconds until a webhook must reply. */
  webhookSendMsMax: 10_000,
  /** Attempts to send a message to a webhook, over 18 hours. */
  webhookAttemptsMax: 8,
  /** Messages of a webhook that are shown. */
  webhookDeliveriesMax: 20,
  /** Resolved alerts of a project that are kept, for 90 days. */
  alertsKeptMax: 200,
  /** Finished tasks of a project with messages to webhooks that are kept, for 30 days. */
  finishedTasksKeptMax: 100,

  keyNameLengthMax: 200,
  keyOriginsMax: 50,
  keyProjectsMax: 1_000,
  /** Keys of a project that are neither revoked nor expired, and those for all projects. */
  keysPerProjectMax: 1_000,
  keyRatePerMinuteMax: 1_000_000,
  /** Characters of a signed key. */
  signedKeyLengthMax: 8_192,
  /** Longest validity of a signed key in seconds: a week. */
  signedKeySecondsMax: 7 * 24 * 60 * 60,
  /** Users of the console. */
  usersMax: 1_000,
  /** Pending invitations and links to set a password. */
  invitationsMax: 1_000,
  /** Days for which such a link is valid. */
  invitationDaysMax: 7,
  userNameLengthMax: 100,
  emailLengthMax: 254,
  /** Sessions of a user; the oldest end. */
  sessionsPerUserMax: 100,
  /** Days for which lines of the audit log are kept. */
  auditDaysMax: 400,
  /** Lines of the audit log about successful operations. */
  auditLinesMax: 200_000,
  /** Lines of the audit log about failed operations. */
  auditFailuresMax: 50_000,
  /** Characters of the target of a line of the audit log. */
  auditTargetLengthMax: 200,
  /** Lines of the audit log in a reply. */
  auditPageMax: 1_000,
  passwordLengthMin: 8,
  passwordLengthMax: 1_000,
  /** Wrong passwords from one address (of IPv6, its /64 network) within `signInBlockSeconds`. */
  signInFailuresMax: 10,
  /** Duration of the block that follows. */
  signInBlockSeconds: 15 * 60,
  /** Passwords hashed concurrently. */
  passwordChecksMax: 2,
  /** Queued password checks. */
  passwordChecksWaitingMax: 100,
  requestIdLengthMax: 128,
} as const;
