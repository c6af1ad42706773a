/** The address of the shop's page of results for a query. */
export function formatResultsAddress(template: string, query: string): string {
  return template.replaceAll('{query}', encodeURIComponent(query));
}
