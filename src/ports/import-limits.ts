/** Limits of imports and feeds. */
export const importLimits = {
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
  /** Rejected lines of an import; with more it ends, as each costs as much as one that is stored. */
  importRejectedLinesMax: 100_000,
  /** Feeds of a project, and what they are made of. */
  feedsMax: 10,
  feedUrlLengthMax: 2_048,
  feedSecretLengthMax: 1_000,
  feedMappingMax: 200,
  /** Bytes of a feed, unpacked, milliseconds until its last byte, redirects, and records. */
  feedBytesMax: 1024 * 1024 * 1024,
  feedFetchMsMax: 1_800_000,
  feedRedirectsMax: 5,
  feedRecordsMax: 500_000,
  /** Unpacked bytes of a compressed feed for each packed one, beyond the first ones, which are not compared. */
  feedUnpackedRatioMax: 200,
  feedUnpackedBytesFree: 4 * 1024 * 1024,
} as const;
