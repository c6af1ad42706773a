import type { ConnectionFailure } from './connection-failure.ts';

/** Advice by connection failure. This file imports no OpenSearch client, so that a service without a cluster can use it. */
export const connectionHints: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: 'VITRINE_OPENSEARCH_NODES must name nodes that run and can be reached from here',
  untrusted: 'VITRINE_OPENSEARCH_CA must name a file with the certificate that signed those of the nodes',
  misnamed: 'VITRINE_OPENSEARCH_NODES must name nodes as their certificates do',
  uncertified:
    'VITRINE_OPENSEARCH_CERT and VITRINE_OPENSEARCH_KEY must name a certificate that the cluster accepts',
  unauthorized:
    'VITRINE_OPENSEARCH_USER and VITRINE_OPENSEARCH_PASSWORD must be those of a user of the cluster',
  forbidden:
    'the user of VITRINE_OPENSEARCH_USER, or of the keys of AWS, needs the role of deploy/opensearch/roles.yml for indices that begin with VITRINE_OPENSEARCH_PREFIX',
};
