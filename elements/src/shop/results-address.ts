/** The address of the shop's results page for a query. */
export function formatResultsAddress(template: string, query: string): string {
  return template.replaceAll('{query}', encodeURIComponent(query));
}
