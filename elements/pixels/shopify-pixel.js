/*
 * Sends the purchases of Shopify's checkout, in which no script of the theme runs, for the visit of the shop's pages. Paste it in Shopify's admin under
 * Settings > Customer events > Add custom pixel, and fill in the three values. The key needs the scope `events` and no origins: pixels run on a page
 * of Shopify.
 */
const service = 'https://search.shop.example';
const project = 'shop';
const key = 'YOUR_EVENTS_KEY';

analytics.subscribe('checkout_completed', ({ data: { checkout } }) => {
  const visit = checkout.attributes.find((attribute) => attribute.key === '_vitrine');
  // Without consent, the pages gave the cart no visit.
  if (visit === undefined) return;
  const order = String(checkout.order.id);
  const items = checkout.lineItems.map(({ quantity, variant }) => ({
    id: String(variant.id),
    quantity,
    price: Number(variant.price.amount),
  }));
  void fetch(`${service}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    keepalive: true,
    body: JSON.stringify({
      project,
      data: {
        type: 'purchase',
        session: visit.value,
        by: ['id', 'sku', 'groupId'],
        items,
        order,
        currency: checkout.currencyCode,
        id: `${visit.value}-purchase-${order}`,
      },
    }),
  });
});
