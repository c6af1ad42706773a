/**
 * Every limit of the public interface, by name. One home: the code reads them here, `docs/reference/limits.md`
 * is held against this table by a test, and each is tested at n and n + 1.
 */
export const limits = {
  /** Levels of nesting in a JSON body, and in an item or event by itself. */
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
  /** Bytes of a JSON body, unless an operation says otherwise. */
  bodyBytesMax: 2 * 1024 * 1024,
  /** Seconds in which a body must arrive, imports apart. */
  bodySecondsMax: 300,
  /** Bytes a second that a client must send or read at the least, after some seconds. */
  transferBytesPerSecondMin: 16 * 1024,
  /** Bytes of bodies and replies on their way: of all requests, */
  bytesInFlightMax: 256 * 1024 * 1024,
  /** of one key, */
  bytesInFlightOfKeyMax: 192 * 1024 * 1024,
  /** of one visitor, */
  bytesInFlightOfVisitorMax: 128 * 1024 * 1024,
  /** and of one with a web key or none. */
  bytesInFlightOfWebVisitorMax: 32 * 1024 * 1024,
  /** Requests of one visitor that wait for their turn to compute. */
  queuedRequestsMax: 1_000,
  /** Recommendation lists in progress, of all visitors and of one; further ones wait. */
  listsInProgressMax: 64,
  listsInProgressOfVisitorMax: 16,
  /** Requests of one connection that wait for its earlier replies to be read. */
  pipelinedRequestsMax: 200,
  /** Bytes of a body that carries items, `data:` pictures included. */
  itemsBodyBytesMax: 64 * 1024 * 1024,
  /** Bytes of a body that carries a photo (10 MB and base64's third on top). */
  photoBodyBytesMax: 15 * 1024 * 1024,
  /** Bytes of one line of an import. */
  importLineBytesMax: 16 * 1024 * 1024,
  /** Lines that one row of a CSV file goes over. */
  importRowLinesMax: 10_000,
  /** Bytes of the header of a CSV file. */
  importHeaderBytesMax: 1024 * 1024,
  /** Columns of a CSV file. */
  importColumnsMax: 10_000,
  /** Errors kept in an import's task; further ones are only counted. */
  importErrorsMax: 1_000,

  /** Characters of a project id. */
  projectIdLengthMax: 64,
  /** Characters of an item's `id` and `sku`. */
  itemIdLengthMax: 256,
  itemNameLengthMax: 1_000,
  itemDescriptionLengthMax: 100_000,
  /** Bytes of an item as JSON, `data:` pictures apart. */
  itemBytesMax: 100_000,
  itemImagesMax: 50,
  imageUrlLengthMax: 2_048,
  imageAltLengthMax: 1_000,
  /** Items in one POST /api/items or PUT. */
  itemsPerWriteMax: 1_000,
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
  /** Values of all facets of one request together, whether it is one search or several. */
  facetValuesPerRequestMax: 20_000,
  /** Characters of one facet written as a text, with its options. */
  facetLengthMax: 4_000,
  /** Ranges of one facet. */
  facetRangesMax: 100,
  /** Characters of the path of a facet. */
  facetPathLengthMax: 1_000,
  /** Facets chosen for `*`, where no number is asked. */
  facetsChosenDefault: 8,
  /** Facets counted without their own conditions: each is a search more. */
  disjunctiveFacetsMax: 20,
  sortKeysMax: 8,
  fieldNameLengthMax: 256,
  /** Fields named in `fields`. */
  fieldsMax: 100,
  suggestLimitMax: 20,
  suggestLimitDefault: 8,
  searchesPerRequestMax: 20,
  /** Items of all searches of one request together, by their `limit`. */
  itemsPerMultiSearchMax: 2_000,
  /** Facets of all searches of one request together. */
  facetsPerMultiSearchMax: 200,
  /** Further variants given with each product of a search. */
  variantsMax: 20,

  /** Fields in one group of the settings. */
  settingsFieldsMax: 100,
  /** Groups of fields with weights of their own. */
  settingsZonesMax: 6,
  stopWordsMax: 1_000,
  settingsLanguagesMax: 8,
  synonymRulesMax: 5_000,
  /** Words (or short phrases) on one side of a rule. */
  synonymsPerRuleMax: 50,
  /** Pairs of a word and what it stands for, of all rules: equivalent words are pairs both ways. */
  synonymPairsMax: 50_000,
  /** What one word stands for, by all rules. */
  synonymsOfWordMax: 1_000,
  /** Characters of a word or short phrase in a rule. */
  synonymLengthMax: 128,
  /** Characters of a word in the settings. */
  wordLengthMax: 64,
  /** Rules of a project. */
  rulesMax: 1_000,
  /** Characters of a rule's `id`. */
  ruleIdLengthMax: 128,
  /** Items that one rule pins. */
  rulePinsMax: 100,
  /** The farthest place of a pin. */
  rulePositionMax: 1_000,
  /** Ids that one rule hides. */
  ruleHiddenMax: 1_000,
  /** Items that all rules of a project name. */
  rulesItemsMax: 10_000,
  /** Faults named in one answer about settings or rules. */
  settingsErrorsMax: 100,

  /** Days of one report. */
  analyticsDaysMax: 92,
  /** Queries of each list of a report. */
  analyticsQueriesMax: 500,
  analyticsQueriesDefault: 20,

  recommendLimitMax: 100,
  recommendLimitDefault: 10,
  excludeMax: 1_000,
  /** Caps on one list. */
  listCapsMax: 10,
  /** Hours that trends may be counted over: a week. */
  trendWindowHoursMax: 168,
  /** Items named in an explanation of what was left out. */
  explainedLeftOutMax: 50,
  /** Items of a visit or a cart sent with a request. */
  contextItemsMax: 100,

  eventsPerWriteMax: 1_000,
  /** A purchase is one event with the whole basket: what is bought together is counted from it. */
  itemsPerEventMax: 500,
  eventTypeLengthMax: 64,
  /** Types of events with a weight of their own. */
  eventWeightsMax: 50,
  userIdLengthMax: 256,
  /** Characters of the address that a visitor came from. */
  addressLengthMax: 64,
  languageTagLengthMax: 35,
  quantityMax: 1_000_000,
  /** How far ahead of the service's clock an event's `at` may be. */
  eventAheadMsMax: 24 * 60 * 60 * 1000,

  /** Bytes of a picture. */
  imageBytesMax: 10 * 1024 * 1024,
  imagePixelsMax: 64_000_000,
  /** Pixels of an AVIF, which cannot be decoded at a reduced size: it takes 18 to 25 bytes a pixel. */
  imageAvifPixelsMax: 24_000_000,
  /** Pixels of a picture's longer side: a panorama of a phone. */
  imageSideMax: 16_384,
  /** How many times as long as wide a picture may be. */
  imageAspectMax: 100,
  /** Milliseconds of CPU that decoding a picture may take. */
  imageDecodeMsMax: 5_000,
  /** Bytes by which the memory of the process that decodes may grow. */
  imageDecodeBytesMax: 768 * 1024 * 1024,
  /** Photos that wait to be searched by, of all clients. */
  photosWaitingMax: 64,
  /** Photos of one client that wait: of a key, by visitor or address. */
  photosWaitingPerClientMax: 32,
  /** Photos that are fetched at once, where an address was sent; a quarter of them for one client. */
  photoFetchesMax: 16,
  /** Bytes of the photos that wait. */
  photosWaitingBytesMax: 64 * 1024 * 1024,
  imageRedirectsMax: 3,
  imageFetchMsMax: 10_000,

  keyNameLengthMax: 200,
  keyOriginsMax: 50,
  keyProjectsMax: 1_000,
  keyRatePerMinuteMax: 1_000_000,
  /** Characters of a signed key. */
  signedKeyLengthMax: 8_192,
  /** Seconds for which a signed key is good at the most: a week. */
  signedKeySecondsMax: 7 * 24 * 60 * 60,
  passwordLengthMin: 8,
  passwordLengthMax: 1_000,
  /** Wrong passwords from one address (of IPv6, its /64 network) within `signInBlockSeconds`. */
  signInFailuresMax: 10,
  /** For so long an address is blocked after them. */
  signInBlockSeconds: 15 * 60,
  /** Passwords checked at once. */
  passwordChecksMax: 2,
  /** Passwords that wait to be checked. */
  passwordChecksWaitingMax: 100,
  requestIdLengthMax: 128,
} as const;
