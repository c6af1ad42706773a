import {
  calculator,
  computerKeyboard,
  computerMouse,
  desktopTower,
  eReader,
  externalDisk,
  gamingLaptop,
  laptop,
  memoryCard,
  memoryStick,
  monitor,
  printer,
  router,
  tablet,
  usbHub,
  webcam,
} from '../../drawings/electronics/computers.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const brand = 'Vantro';
const laptops = 'Electronics > Computers > Laptops';
const desktops = 'Electronics > Computers > Desktops and monitors';
const tablets = 'Electronics > Computers > Tablets and e-readers';
const accessories = 'Electronics > Computers > Accessories';
const storage = 'Electronics > Computers > Storage';

/** Computers and what one plugs into them. */
export const computers: readonly DemoProduct[] = [
  {
    id: 'laptop-14',
    name: 'Laptop 14 Inch',
    brand,
    category: laptops,
    price: 899,
    description:
      'A light notebook computer for work, study and films. 16 GB of memory, 512 GB of storage and a battery for twelve hours.',
    fields: { memory: '16 GB', storage: '512 GB', screen: '14 inch' },
    colors: [homeColors.silver, homeColors.graphite],
    draw: (color) => laptop(color, '#f0a08a'),
    translations: {
      de: {
        name: 'Laptop 14 Zoll',
        description:
          'Leichtes Notebook für Arbeit, Studium und Filme. 16 GB Speicher, 512 GB SSD, zwölf Stunden Akku.',
      },
      ja: {
        name: 'ノートパソコン 14インチ',
        description: '仕事にも勉強にも使える軽いノートPC。メモリ16GB、SSD 512GB、バッテリー12時間。',
      },
      ar: {
        name: 'حاسوب محمول 14 بوصة',
        description: 'حاسوب خفيف للعمل والدراسة والأفلام بذاكرة 16 غيغابايت وبطارية تدوم 12 ساعة.',
      },
    },
  },
  {
    id: 'gaming-laptop-17',
    name: 'Gaming Laptop 17 Inch',
    brand,
    category: laptops,
    price: 1799,
    description:
      'A fast notebook for games with its own graphics card, strong cooling and a keyboard lit in all colours.',
    fields: { memory: '32 GB', storage: '1 TB', screen: '17 inch' },
    draw: () => gamingLaptop(),
  },
  {
    id: 'gaming-pc-tower',
    name: 'Desktop Computer with Glass Side',
    brand,
    category: desktops,
    price: 1499,
    description:
      'A PC tower for games and video editing. Three lit fans behind the front, a glass panel on the side.',
    fields: { memory: '32 GB', storage: '2 TB', power: '750 W' },
    draw: () => desktopTower(),
    translations: {
      de: {
        name: 'Desktop-PC mit Glasseite',
        description:
          'Computer für Spiele und Videoschnitt mit drei beleuchteten Lüftern und Seitenwand aus Glas.',
      },
      ja: {
        name: 'デスクトップパソコン ガラスパネル',
        description: 'ゲームや動画編集に強いタワー型PC。光るファン3基とガラスの側面パネル付き。',
      },
      ar: {
        name: 'حاسوب مكتبي بجانب زجاجي',
        description: 'حاسوب للألعاب وتحرير الفيديو بثلاث مراوح مضيئة ولوح جانبي من الزجاج.',
      },
    },
  },
  {
    id: 'monitor-27',
    name: 'Monitor 27 Inch',
    brand,
    category: desktops,
    price: 279,
    description: 'A sharp 4K screen for the desk that turns, tilts and charges a laptop over one cable.',
    fields: { screen: '27 inch', resolution: '4K' },
    draw: () => monitor('#e8a12c'),
    translations: {
      de: {
        name: 'Monitor 27 Zoll',
        description:
          'Scharfer 4K-Bildschirm für den Schreibtisch, dreh- und neigbar, lädt den Laptop über ein Kabel.',
      },
      ja: {
        name: 'モニター 27インチ',
        description: '回転と傾きを調整でき、ケーブル1本でノートPCも充電できる4Kディスプレイです。',
      },
      ar: {
        name: 'شاشة 27 بوصة',
        description: 'شاشة 4K حادة للمكتب تدور وتميل وتشحن الحاسوب المحمول بكابل واحد.',
      },
    },
  },
  {
    id: 'tablet-11',
    name: 'Tablet 11 Inch',
    brand,
    category: tablets,
    price: 449,
    description: 'A thin tablet for reading, films and video calls on the sofa. Its battery lasts ten hours.',
    fields: { storage: '128 GB', screen: '11 inch' },
    colors: [homeColors.silver, homeColors.skyBlue],
    draw: (color) => tablet(color),
    translations: {
      de: {
        name: 'Tablet 11 Zoll',
        description: 'Dünnes Tablet zum Lesen, für Filme und Videoanrufe. Der Akku hält zehn Stunden.',
      },
      ja: {
        name: 'タブレット 11インチ',
        description: '読書や動画、ビデオ通話に使える薄型タブレット。バッテリーは約10時間。',
      },
      ar: {
        name: 'جهاز لوحي 11 بوصة',
        description: 'جهاز لوحي نحيف للقراءة والأفلام ومكالمات الفيديو، بطاريته تدوم عشر ساعات.',
      },
    },
  },
  {
    id: 'drawing-tablet',
    name: 'Drawing Tablet with Pen',
    brand,
    category: tablets,
    price: 599,
    description: 'A tablet with a pressure-sensitive pen for sketches, notes and retouching photos.',
    fields: { storage: '256 GB', screen: '12 inch' },
    draw: () => tablet('#4a5158', true),
  },
  {
    id: 'e-reader',
    name: 'E-Reader',
    brand,
    category: tablets,
    price: 139,
    description:
      'A reader for e-books with a paper-like screen that is easy on the eyes, also in the sun and in the bath.',
    fields: { storage: '16 GB', screen: '7 inch', waterproof: true },
    colors: [homeColors.black, homeColors.mint],
    draw: (color) => eReader(color),
    translations: {
      de: {
        name: 'E-Book-Reader',
        description:
          'Lesegerät für E-Books mit papierähnlichem Display, auch in der Sonne und in der Badewanne.',
      },
      ja: {
        name: '電子書籍リーダー',
        description: '紙のように読みやすい画面で目にやさしい電子書籍端末。防水でお風呂でも使えます。',
      },
      ar: {
        name: 'قارئ كتب إلكترونية',
        description: 'قارئ بشاشة تشبه الورق مريحة للعين، حتى في الشمس وعند الاستحمام.',
      },
    },
  },
  {
    id: 'wireless-keyboard',
    name: 'Wireless Keyboard',
    brand,
    category: accessories,
    price: 49.9,
    description: 'A flat quiet keyboard for computer and tablet, connected over Bluetooth.',
    fields: { wireless: true },
    colors: [homeColors.white, homeColors.black],
    draw: (color) => computerKeyboard(color),
  },
  {
    id: 'rgb-gaming-keyboard',
    name: 'Gaming Keyboard with Coloured Light',
    brand,
    category: accessories,
    price: 99,
    description: 'A mechanical keyboard whose keys glow in every colour. Fast switches for games.',
    fields: { wireless: false },
    draw: () => computerKeyboard('#2b2f35', true),
  },
  {
    id: 'computer-mouse',
    name: 'Computer Mouse',
    brand,
    category: accessories,
    price: 24.9,
    description: 'A mouse with a wheel and two quiet buttons that lies well in either hand.',
    fields: { wireless: false },
    colors: [homeColors.graphite, homeColors.red],
    draw: (color) => computerMouse(color),
    translations: {
      de: {
        name: 'Computermaus',
        description: 'Maus mit Rad und zwei leisen Tasten, die in beiden Händen gut liegt.',
      },
      ja: {
        name: 'パソコン用マウス',
        description: '左右どちらの手にもなじむ、静かなクリック音のホイールマウスです。',
      },
      ar: { name: 'فأرة حاسوب', description: 'فأرة بعجلة وزرين هادئين تناسب اليد اليمنى واليسرى.' },
    },
  },
  {
    id: 'full-hd-webcam',
    name: 'Webcam',
    brand,
    category: accessories,
    price: 59,
    description:
      'A camera for video calls that clips onto the monitor. Full HD, with a microphone and a cover.',
    fields: { resolution: 'Full HD' },
    draw: () => webcam(),
  },
  {
    id: 'inkjet-printer',
    name: 'Colour Printer',
    brand,
    category: accessories,
    price: 119,
    description:
      'A printer for photos and documents that also scans and copies. Prints from the phone over wifi.',
    fields: { wireless: true },
    draw: () => printer('#d9dee2'),
    translations: {
      de: {
        name: 'Farbdrucker',
        description:
          'Drucker für Fotos und Dokumente, der auch scannt und kopiert. Druckt per WLAN vom Handy.',
      },
      ja: {
        name: 'カラープリンター',
        description: '写真や書類の印刷に加え、スキャンとコピーも可能。スマホからWi-Fiで印刷できます。',
      },
      ar: {
        name: 'طابعة ملونة',
        description: 'طابعة للصور والمستندات تمسح وتنسخ أيضاً، وتطبع من الهاتف عبر الواي فاي.',
      },
    },
  },
  {
    id: 'wifi-router',
    name: 'Wifi Router with 4 Antennas',
    brand,
    category: accessories,
    price: 129,
    description: 'A fast router that brings wireless internet into every room of the house.',
    fields: { wireless: true },
    draw: () => router('#33373d'),
  },
  {
    id: 'usb-hub',
    name: 'USB Hub with 4 Ports',
    brand,
    category: accessories,
    price: 29.9,
    description: 'A small box that turns one port of a laptop into four. Aluminium, with a short cable.',
    fields: { material: 'aluminium' },
    draw: () => usbHub('#8a939b'),
  },
  {
    id: 'memory-stick-64',
    name: 'USB Stick 64 GB',
    brand,
    category: storage,
    price: 12.9,
    description: 'A flash drive to carry photos, music and documents on the key ring.',
    fields: { storage: '64 GB' },
    colors: [homeColors.teal, homeColors.red],
    draw: (color) => memoryStick(color),
    translations: {
      de: {
        name: 'USB-Stick 64 GB',
        description: 'Speicherstick für Fotos, Musik und Dokumente am Schlüsselbund.',
      },
      ja: {
        name: 'USBメモリ 64GB',
        description: '写真や音楽、書類をキーホルダーに付けて持ち運べるUSBメモリです。',
      },
      ar: {
        name: 'ذاكرة USB 64 غيغابايت',
        description: 'ذاكرة محمولة لنقل الصور والموسيقى والمستندات مع سلسلة المفاتيح.',
      },
    },
  },
  {
    id: 'external-drive-2tb',
    name: 'External Hard Drive 2 TB',
    brand,
    category: storage,
    price: 89,
    description: 'A portable disk to back up a computer or to store a film collection. Survives falls.',
    fields: { storage: '2 TB' },
    draw: () => externalDisk('#27406b'),
  },
  {
    id: 'memory-card-128',
    name: 'Memory Card 128 GB',
    brand,
    category: storage,
    price: 26.9,
    description: 'A fast SD card for cameras, drones and game consoles.',
    fields: { storage: '128 GB' },
    draw: () => memoryCard('#27406b'),
  },
  {
    id: 'pocket-calculator',
    name: 'Pocket Calculator',
    brand,
    category: 'Electronics > Office',
    price: 14.5,
    description: 'A calculator with large keys for school, office and shop. Solar powered.',
    fields: { power: 'solar' },
    draw: () => calculator('#4a5158'),
    translations: {
      de: {
        name: 'Taschenrechner',
        description: 'Rechner mit großen Tasten für Schule, Büro und Laden. Läuft mit Licht.',
      },
      ja: { name: '電卓', description: '学校や会社、お店で使いやすい大きなボタンのソーラー電卓です。' },
      ar: { name: 'آلة حاسبة', description: 'آلة حاسبة بأزرار كبيرة للمدرسة والمكتب والمتجر، تعمل بالضوء.' },
    },
  },
];
