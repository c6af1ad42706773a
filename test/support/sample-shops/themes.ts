import { bigcommerceTheme } from './themes/bigcommerce.ts';
import { hostileTheme } from './themes/hostile.ts';
import { magentoTheme } from './themes/magento.ts';
import { plainTheme } from './themes/plain.ts';
import { prestashopTheme } from './themes/prestashop.ts';
import { shopifyTheme } from './themes/shopify.ts';
import { shopwareTheme } from './themes/shopware.ts';
import { woocommerceTheme } from './themes/woocommerce.ts';

export const sampleThemes = {
  shopify: shopifyTheme,
  woocommerce: woocommerceTheme,
  prestashop: prestashopTheme,
  magento: magentoTheme,
  shopware: shopwareTheme,
  bigcommerce: bigcommerceTheme,
  plain: plainTheme,
  hostile: hostileTheme,
} as const;
