/**
 * The parts of OpenSearch at Maven Central, which does not have the distribution itself. Three parts have no release of this
 * version and come from a neighbouring one; they contain only interfaces.
 */
export const openSearchVersion = '3.5.0';

const lucene = '10.3.2';
const netty = '4.2.9.Final';
const jackson = '2.20.1';
const log4j = '2.25.3';

const each = (group: string, names: string, version: string): string[] =>
  names.split(' ').map((name) => `${group}:${name}:${version}`);

/** Coordinates of the jars by folder. */
export const jarsByFolder: Readonly<Record<string, readonly string[]>> = {
  lib: [
    ...each(
      'org.opensearch',
      'opensearch opensearch-common opensearch-core opensearch-compress opensearch-secure-sm opensearch-agent-policy ' +
        'opensearch-x-content opensearch-geo opensearch-telemetry opensearch-task-commons opensearch-cli opensearch-plugin-classloader',
      openSearchVersion,
    ),
    'org.opensearch:opensearch-agent-bootstrap:3.4.0',
    ...each(
      'org.apache.lucene',
      'lucene-core lucene-analysis-common lucene-backward-codecs lucene-grouping lucene-highlighter lucene-join ' +
        'lucene-memory lucene-misc lucene-queries lucene-queryparser lucene-sandbox lucene-spatial-extras lucene-spatial3d lucene-suggest',
      lucene,
    ),
    `com.fasterxml.jackson.core:jackson-core:${jackson}`,
    ...each(
      'com.fasterxml.jackson.dataformat',
      'jackson-dataformat-smile jackson-dataformat-yaml jackson-dataformat-cbor',
      jackson,
    ),
    ...each('org.apache.logging.log4j', 'log4j-api log4j-core log4j-jul', log4j),
    'org.yaml:snakeyaml:2.1',
    'com.github.luben:zstd-jni:1.5.6-1',
    'net.sf.jopt-simple:jopt-simple:5.0.4',
    'joda-time:joda-time:2.12.7',
    'com.tdunning:t-digest:3.3',
    'org.hdrhistogram:HdrHistogram:2.2.2',
    'net.java.dev.jna:jna:5.16.0',
    'com.jcraft:jzlib:1.1.3',
    'io.projectreactor:reactor-core:3.8.2',
    'org.reactivestreams:reactive-streams:1.0.4',
    'com.google.protobuf:protobuf-java:3.25.8',
    'jakarta.annotation:jakarta.annotation-api:1.3.5',
    'org.roaringbitmap:RoaringBitmap:1.3.0',
    'org.jspecify:jspecify:1.0.0',
    'com.google.errorprone:error_prone_annotations:2.45.0',
    'org.locationtech.spatial4j:spatial4j:0.7',
    'org.locationtech.jts:jts-core:1.15.0',
  ],
  'modules/transport-netty4': [
    `org.opensearch.plugin:transport-netty4-client:${openSearchVersion}`,
    `org.opensearch:opensearch-netty4:${openSearchVersion}`,
    ...each(
      'io.netty',
      'netty-buffer netty-codec-base netty-codec-compression netty-codec netty-codec-http netty-codec-http2 netty-codec-http3 ' +
        'netty-codec-classes-quic netty-common netty-handler netty-resolver netty-transport netty-transport-native-unix-common',
      netty,
    ),
  ],
  'modules/lang-painless': [
    ...each('org.opensearch.plugin', 'lang-painless opensearch-scripting-painless-spi', openSearchVersion),
    'org.antlr:antlr4-runtime:4.13.1',
    ...each('org.ow2.asm', 'asm asm-commons asm-tree asm-util asm-analysis', '9.9.1'),
  ],
  'modules/analysis-common': [`org.opensearch.plugin:analysis-common:${openSearchVersion}`],
  'modules/mapper-extras': [`org.opensearch.plugin:mapper-extras-client:${openSearchVersion}`],
  'plugins/opensearch-knn': [
    'com.google.guava:guava:33.2.1-jre',
    'com.google.guava:failureaccess:1.0.2',
    'org.opensearch.plugin:transport-grpc-spi:3.6.0',
    'org.opensearch:protobufs:1.3.0',
  ],
};

/** An archive with the plugin's jar and descriptor, to be unpacked into its folder. */
export const knnArchive = {
  folder: 'plugins/opensearch-knn',
  coordinates: `org.opensearch.plugin:opensearch-knn:${openSearchVersion}.0`,
} as const;

/** The main class and dependencies of each module, because the jars at Maven Central have no descriptors. */
export const modules: Readonly<Record<string, { readonly entry: string; readonly extends?: string }>> = {
  'transport-netty4': { entry: 'org.opensearch.transport.Netty4ModulePlugin' },
  'lang-painless': { entry: 'org.opensearch.painless.PainlessModulePlugin' },
  'analysis-common': {
    entry: 'org.opensearch.analysis.common.CommonAnalysisModulePlugin',
    extends: 'lang-painless',
  },
  'mapper-extras': { entry: 'org.opensearch.index.mapper.MapperExtrasModulePlugin' },
};
