import {
  gameConsole,
  gameController,
  handheldConsole,
  vrHeadset,
} from '../../drawings/electronics/gaming.ts';
import { homeColors } from '../colors.ts';
import type { DemoProduct } from '../product.ts';

const category = 'Electronics > Gaming';
const brand = 'Pixelhelm';

/** Consoles and controllers. */
export const gaming: readonly DemoProduct[] = [
  {
    id: 'game-console',
    name: 'Game Console 1 TB',
    brand,
    category,
    price: 499,
    description:
      'A video game console for the television with one controller. Plays in 4K, stores dozens of games.',
    fields: { storage: '1 TB', resolution: '4K' },
    draw: () => gameConsole('#f1f1ee'),
    translations: {
      de: {
        name: 'Spielkonsole 1 TB',
        description: 'Videospielkonsole für den Fernseher mit einem Controller. Spielt in 4K.',
      },
      ja: { name: 'ゲーム機 1TB', description: 'コントローラー1個付きの据え置きゲーム機。4Kで遊べます。' },
      ar: {
        name: 'جهاز ألعاب 1 تيرابايت',
        description: 'جهاز ألعاب فيديو للتلفاز مع يد تحكم، يعرض بدقة 4K.',
      },
    },
  },
  {
    id: 'wireless-game-controller',
    name: 'Wireless Game Controller',
    brand,
    category,
    price: 59.9,
    description: 'A gamepad with two sticks that vibrates, for console, computer and phone.',
    fields: { wireless: true },
    colors: [homeColors.black, homeColors.red],
    draw: (color) => gameController(color),
    translations: {
      de: {
        name: 'Kabelloser Controller',
        description: 'Gamepad mit zwei Sticks und Vibration für Konsole, Computer und Handy.',
      },
      ja: {
        name: 'ワイヤレスゲームコントローラー',
        description: 'ゲーム機、PC、スマホで使える振動機能付きのゲームパッドです。',
      },
      ar: { name: 'يد تحكم لاسلكية', description: 'يد ألعاب بعصوين واهتزاز لجهاز الألعاب والحاسوب والهاتف.' },
    },
  },
  {
    id: 'handheld-console',
    name: 'Handheld Game Console',
    brand,
    category,
    price: 299,
    description:
      'A console with its own screen for games on the train and on the sofa. A present for children from seven years and for grown-ups.',
    fields: { storage: '64 GB', age: '7+', tags: ['gift for a child'] },
    draw: () => handheldConsole('#3f9be0', '#e0483f'),
    translations: {
      de: {
        name: 'Tragbare Spielkonsole',
        description:
          'Konsole mit eigenem Bildschirm für unterwegs und fürs Sofa. Geschenk für Kinder ab sieben Jahren.',
      },
      ja: {
        name: '携帯ゲーム機',
        description: '電車でもソファでも遊べる画面付きのゲーム機。7歳以上の子どもへのプレゼントにも。',
      },
      ar: {
        name: 'جهاز ألعاب محمول',
        description: 'جهاز بشاشة مدمجة للعب في القطار وعلى الأريكة، هدية للأطفال من عمر 7 سنوات.',
      },
    },
  },
  {
    id: 'vr-headset',
    name: 'VR Headset',
    brand,
    category,
    price: 399,
    description: 'Goggles for virtual reality: games, films and sport all around you, without a cable.',
    fields: { wireless: true },
    draw: () => vrHeadset('#f1f1ee'),
  },
];
