import {
  charger,
  chargingCable,
  dialTelephone,
  fitnessBand,
  flipPhone,
  phoneCase,
  powerBank,
  smartphone,
  smartwatch,
  walkieTalkies,
  wirelessCharger,
} from '../../drawings/electronics/phones.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Vantro';
const phonesCategory = 'Electronics > Phones > Phones';
const accessories = 'Electronics > Phones > Accessories';
const wearables = 'Electronics > Wearables';

/** Phones, watches and chargers. */
export const phones: readonly DemoProduct[] = [
  {
    id: 'smartphone-pro',
    name: 'Smartphone Pro 256 GB',
    brand,
    category: phonesCategory,
    price: 999,
    description:
      'A mobile phone with three cameras and a bright screen of 6.7 inches. Films in 4K and charges in half an hour.',
    fields: { storage: '256 GB', screen: '6.7 inch', waterproof: true },
    colors: [homeColors.graphite, homeColors.gold],
    draw: (color) => smartphone(color, 3, '#27406b'),
    translations: {
      de: {
        name: 'Smartphone Pro 256 GB',
        description:
          'Handy mit drei Kameras und hellem 6,7-Zoll-Display. Filmt in 4K und lädt in einer halben Stunde.',
      },
      ja: {
        name: 'スマートフォン Pro 256GB',
        description: '3眼カメラと明るい6.7インチ画面。4K撮影対応で、30分で急速充電できます。',
      },
      ar: {
        name: 'هاتف ذكي برو 256 غيغابايت',
        description: 'هاتف بثلاث كاميرات وشاشة ساطعة 6.7 بوصة، يصور بدقة 4K ويشحن في نصف ساعة.',
      },
    },
  },
  {
    id: 'smartphone-lite',
    name: 'Smartphone Lite 128 GB',
    brand,
    category: phonesCategory,
    price: 329,
    description:
      'A good phone at a small price: two cameras, a battery for two days and room for two SIM cards.',
    fields: { storage: '128 GB', screen: '6.1 inch' },
    colors: [homeColors.skyBlue, homeColors.pink],
    draw: (color) => smartphone(color, 2, '#8a4a9a'),
  },
  {
    id: 'flip-phone',
    name: 'Flip Phone with Large Keys',
    brand,
    category: phonesCategory,
    price: 69,
    description:
      'A simple mobile phone to fold, with large keys and an emergency button. Good for grandparents.',
    fields: { screen: '2.8 inch' },
    draw: () => flipPhone('#c8383d'),
    translations: {
      de: {
        name: 'Klapphandy mit großen Tasten',
        description: 'Einfaches Handy zum Aufklappen mit großen Tasten und Notruftaste. Gut für Großeltern.',
      },
      ja: {
        name: 'らくらく折りたたみケータイ',
        description: '大きなボタンと緊急ボタンを備えた、シニアにもやさしい折りたたみ携帯です。',
      },
      ar: {
        name: 'هاتف قابل للطي بأزرار كبيرة',
        description: 'هاتف بسيط يُطوى بأزرار كبيرة وزر طوارئ، مناسب للأجداد.',
      },
    },
  },
  {
    id: 'dial-telephone',
    name: 'Telephone with Dial',
    brand,
    category: phonesCategory,
    price: 79,
    description: 'A landline telephone in the style of the sixties with a dial, a handset and a real bell.',
    fields: { power: 'mains' },
    colors: [homeColors.mustard, homeColors.black],
    draw: (color) => dialTelephone(color),
  },
  {
    id: 'walkie-talkies',
    name: 'Walkie-Talkies, Pair',
    brand,
    category: phonesCategory,
    price: 49.9,
    description:
      'Two radios that reach five kilometres, for hikes, ski slopes and the garden. Also a gift for a child from six years.',
    fields: { age: '6+', power: 'battery', tags: ['gift for a child'] },
    draw: () => walkieTalkies('#e3a12c'),
    translations: {
      de: {
        name: 'Walkie-Talkies, 2 Stück',
        description:
          'Zwei Funkgeräte mit fünf Kilometern Reichweite für Wanderung, Piste und Garten. Geschenk ab sechs Jahren.',
      },
      ja: {
        name: 'トランシーバー 2台',
        description: '5km届く無線機2台。ハイキングやゲレンデに、6歳からの子どもへの贈り物にも。',
      },
      ar: {
        name: 'جهازا اتصال لاسلكي',
        description: 'جهازان يصلان إلى خمسة كيلومترات للمشي والتزلج والحديقة، هدية للطفل من عمر 6 سنوات.',
      },
    },
  },
  {
    id: 'usb-c-charger',
    name: 'USB-C Charger with Cable',
    brand,
    category: accessories,
    price: 24.9,
    description: 'A power plug that charges phone and tablet fast. With a cable of one metre.',
    fields: { power: '30 W' },
    draw: () => charger('#f1f1ee'),
    translations: {
      de: {
        name: 'USB-C-Ladegerät mit Kabel',
        description: 'Netzteil, das Handy und Tablet schnell lädt. Mit einem Meter Kabel.',
      },
      ja: {
        name: 'USB-C充電器 ケーブル付き',
        description: 'スマホやタブレットを素早く充電。1mケーブル付きのACアダプターです。',
      },
      ar: { name: 'شاحن USB-C مع كابل', description: 'شاحن سريع للهاتف والجهاز اللوحي مع كابل بطول متر.' },
    },
  },
  {
    id: 'charging-cable-2m',
    name: 'Charging Cable 2 m',
    brand,
    category: accessories,
    price: 14.9,
    description: 'A braided USB cable for phones that does not break. Two metres long.',
    fields: { length: '2 m' },
    colors: [homeColors.red, homeColors.graphite],
    draw: (color) => chargingCable(color),
  },
  {
    id: 'power-bank-20000',
    name: 'Power Bank 20 000 mAh',
    brand,
    category: accessories,
    price: 39.9,
    description: 'A battery pack that charges an empty phone four times, on journeys and at festivals.',
    fields: { power: '22 W', capacity: '20 000 mAh' },
    colors: [homeColors.black, homeColors.teal],
    draw: (color) => powerBank(color),
    translations: {
      de: {
        name: 'Powerbank 20 000 mAh',
        description: 'Zusatzakku, der ein leeres Handy viermal füllt, auf Reisen und Festivals.',
      },
      ja: {
        name: 'モバイルバッテリー 20000mAh',
        description: '旅行やフェスで、スマホを約4回フル充電できる大容量バッテリーです。',
      },
      ar: {
        name: 'بطارية متنقلة 20000 مللي أمبير',
        description: 'بطارية خارجية تشحن الهاتف أربع مرات في السفر والمهرجانات.',
      },
    },
  },
  {
    id: 'wireless-charger',
    name: 'Wireless Charger',
    brand,
    category: accessories,
    price: 29.9,
    description: 'A round pad that charges a phone when you put it down. No cable to plug in.',
    fields: { power: '15 W', wireless: true },
    draw: () => wirelessCharger(),
  },
  {
    id: 'flower-phone-case',
    name: 'Phone Case with Flowers',
    brand,
    category: accessories,
    price: 19.9,
    description: 'A soft cover with a flower print that protects the phone when it falls.',
    fields: { material: 'silicone' },
    colors: [homeColors.navy, homeColors.mint],
    draw: (color) => phoneCase(color),
  },
  {
    id: 'smartwatch',
    name: 'Smartwatch',
    brand,
    category: wearables,
    price: 249,
    description:
      'A watch that counts steps, measures your pulse and shows messages. Waterproof for swimming.',
    fields: { waterproof: true, wireless: true },
    colors: [homeColors.black, homeColors.orange],
    draw: (color) => smartwatch(color),
    translations: {
      de: {
        name: 'Smartwatch',
        description:
          'Uhr, die Schritte zählt, den Puls misst und Nachrichten zeigt. Wasserdicht zum Schwimmen.',
      },
      ja: {
        name: 'スマートウォッチ',
        description: '歩数や心拍を計測し、通知も届く腕時計。防水で水泳にも使えます。',
      },
      ar: {
        name: 'ساعة ذكية',
        description: 'ساعة تعد الخطوات وتقيس النبض وتعرض الرسائل، ومقاومة للماء للسباحة.',
      },
    },
  },
  {
    id: 'fitness-band',
    name: 'Fitness Band',
    brand,
    category: wearables,
    price: 59,
    description: 'A light bracelet that tracks steps, pulse and sleep. Its battery lasts two weeks.',
    fields: { waterproof: true, wireless: true },
    colors: [homeColors.purple, homeColors.green],
    draw: (color) => fitnessBand(color),
  },
];
