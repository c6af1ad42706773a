import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readGroceryPicture } from '../support/grocery-picture.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Found } from '../support/http.ts';
import { pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, item } from '../support/service.ts';
import { costlyPollMs, until, untilEqual } from '../support/until.ts';

test('the console draws the points of an item’s picture that are found in the photo', async () => {
  await using service = await LocalService.start({ VITRINE_IMAGE_MODEL: 'vendored' });
  const key = await service.project('shop');
  const picture = readGroceryPicture('oatly-oat-milk');
  const imgs = `data:image/jpeg;base64,${picture.toString('base64')}`;
  const data = [item('oat-milk', { name: 'Oat milk', imgs })];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  const photo = await sharp(picture).rotate(15, { background: '#777' }).jpeg().toBuffer();
  const body = { uploaded_file: photo.toString('base64'), explain: true };
  let points: unknown;
  await until(
    'The keypoints were not extracted',
    async () => {
      const found = await service.ask<Found>('POST', '/image-search/shop', { key, body });
      points = found.body.items[0]?.['_matchedPoints'];
      return points !== undefined;
    },
    costlyPollMs,
  );
  const count = (points as unknown[]).length;

  await using browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${service.url}/console/p/shop/photo`);
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  await page
    .locator('#photo-file')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('Details of Oat milk').click();
  await page.getByRole('button', { name: `${count} matched points of Oat milk` }).click();
  await page.getByRole('dialog', { name: 'Points of Oat milk found in the photo' }).waitFor();
  await page.locator('.point-pairs line').last().waitFor({ state: 'attached' });
  await untilEqual(() => page.locator('.point-pairs line').count(), count);
  assert.deepEqual(await pageViolations(page), []);
  await page.getByRole('button', { name: 'Close' }).click();
  await untilEqual(() => page.locator('.point-pairs').count(), 0);
});
