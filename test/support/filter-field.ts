import type { Locator, Page } from 'playwright-core';

/** The text form of the filter with a label, which is one click away from its rows. */
export async function openFilterText(area: Page | Locator, label: string): Promise<Locator> {
  const button = area.getByRole('button', { name: `Write as text (${label})`, exact: true });
  const field = area.getByRole('textbox', { name: label, exact: true });
  await button.or(field).first().waitFor();
  if (await button.isVisible()) await button.click();
  await field.waitFor();
  return field;
}
