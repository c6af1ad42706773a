import type { ScriptSettings } from '../shop/script-settings.ts';

type Color = readonly [red: number, green: number, blue: number];

const white: Color = [255, 255, 255];
const black: Color = [17, 17, 17];
const readableMin = 4.5;
/** Texts have a weaker shade, which must be readable, too. */
const textMin = 7;
const mutedMin = 4.8;
const visibleMin = 3;
const linksMax = 40;

/** Buttons that lead to a purchase have the colour of the shop; the first kind that the page shows counts. */
const buttonKinds = [
  '.single_add_to_cart_button, .product-form__submit, .tocart, .btn-buy, .add-to-cart, #form-action-addToCart',
  '.btn-primary, .button--primary, .action.primary, .button.alt, .wp-element-button',
  'main button[type="submit"], main .button, main .btn, button[type="submit"], .button, .btn, button',
];

/**
 * The look of the page as custom properties of the elements: font, text and background of its body, colour and corners of its button, or the colour
 * of its links. What is not readable is replaced.
 */
export function readPageStyle({ style }: ScriptSettings): string {
  const body = getComputedStyle(document.body);
  const textColor = parseColor(style.text) ?? parseColor(body.color) ?? black;
  const background = parseColor(style.background) ?? findBackground(document.body) ?? guessCanvas(textColor);
  const ink = strengthen(textColor, background);
  const button = findButton(background);
  const accent =
    parseColor(style.accent) ??
    (button === null ? null : parseColor(button.backgroundColor)) ??
    findLinkColor(background) ??
    ink;
  const label = button === null || style.accent !== '' ? null : parseColor(button.color);
  const fontPixels = Math.min(18, Math.max(14, Number.parseFloat(body.fontSize) || 16));
  const rounded = button ?? findField();
  const radius = rounded === null ? 6 : Math.min(24, Number.parseFloat(rounded.borderTopLeftRadius) || 0);
  const isDark = luminance(background) < 0.2;
  const values = {
    font: style.font || body.fontFamily || 'system-ui, sans-serif',
    'font-size': `${fontPixels}px`,
    background: format(background),
    // Pictures on white blend with a light page; on a dark one they would vanish.
    blend: isDark ? 'normal' : 'multiply',
    scheme: isDark ? 'dark' : 'light',
    text: format(ink),
    muted: `${findMutedPercent(ink, background)}%`,
    accent: format(accent),
    'accent-text': format(
      label !== null && contrast(label, accent) >= readableMin ? label : readable(white, accent),
    ),
    focus: format(contrast(accent, background) >= visibleMin ? accent : ink),
    radius: style.radius || `${radius}px`,
  };
  const declarations = Object.entries(values).map(([name, value]) => `--page-${name}:${value};`);
  return `:host{${declarations.join('')}}`;
}

function findButton(background: Color): CSSStyleDeclaration | null {
  for (const selector of buttonKinds) {
    for (const element of [...document.querySelectorAll(selector)].slice(0, 20)) {
      const style = getComputedStyle(element);
      const color = parseColor(style.backgroundColor);
      if (color !== null && contrast(color, background) > 1.4 && element.getClientRects().length > 0)
        return style;
    }
  }
  return null;
}

/** The colour of the page's links, if it is one that is seen; links as black as texts say nothing. */
function findLinkColor(background: Color): Color | null {
  const links = [...document.querySelectorAll('main a[href], a[href]')].slice(0, linksMax);
  const colors = links.map((link) => parseColor(getComputedStyle(link).color));
  const isColorful = (color: Color): boolean => Math.max(...color) - Math.min(...color) > 40;
  return (
    colors.find(
      (color) => color !== null && isColorful(color) && contrast(color, background) >= visibleMin,
    ) ?? null
  );
}

/** Where the page has no button, its fields tell how round it is. */
function findField(): CSSStyleDeclaration | null {
  const found = [...document.querySelectorAll('input')].find((input) => input.getClientRects().length > 0);
  return found === undefined ? null : getComputedStyle(found);
}

function findBackground(element: Element | null): Color | null {
  for (let one = element; one !== null; one = one.parentElement) {
    const color = parseColor(getComputedStyle(one).backgroundColor);
    if (color !== null) return color;
  }
  return null;
}

/** The colour of texts, darker or lighter until it is well readable. */
function strengthen(color: Color, background: Color): Color {
  const end = contrast(white, background) > contrast(black, background) ? white : black;
  for (const percent of [0, 20, 40, 60, 80]) {
    const mixed = mix(end, color, percent);
    if (contrast(mixed, background) >= textMin) return mixed;
  }
  return end;
}

/** How much of the text's colour its weaker shade has. */
function findMutedPercent(ink: Color, background: Color): number {
  const found = [66, 72, 78, 84, 90].find(
    (percent) => contrast(mix(ink, background, percent), background) >= mutedMin,
  );
  return found ?? 100;
}

function mix(a: Color, b: Color, percent: number): Color {
  const channel = (index: 0 | 1 | 2): number => (a[index] * percent + b[index] * (100 - percent)) / 100;
  return [channel(0), channel(1), channel(2)];
}

/** The background of a page that has none of its own: dark where its texts are light, as in the dark scheme of the browser. */
function guessCanvas(text: Color): Color {
  return contrast(text, white) < visibleMin ? black : white;
}

/** The colour, or black or white where it is not readable on the background. */
function readable(color: Color, background: Color): Color {
  if (contrast(color, background) >= readableMin) return color;
  return contrast(white, background) > contrast(black, background) ? white : black;
}

/** A colour that is not transparent; null otherwise. */
function parseColor(text: string): Color | null {
  const rgb = /^rgba?\(\s*([\d.]+)[ ,]+([\d.]+)[ ,]+([\d.]+)(?:[ ,/]+([\d.]+%?))?\s*\)$/.exec(text.trim());
  if (rgb !== null) {
    const [, red, green, blue, alpha = '1'] = rgb;
    const isOpaque = (alpha.endsWith('%') ? Number.parseFloat(alpha) / 100 : Number(alpha)) > 0.5;
    return isOpaque ? [Number(red), Number(green), Number(blue)] : null;
  }
  return text.trim() === '' ? null : resolveColor(text);
}

/** Names, hexadecimal and newer notations, by the browser. */
function resolveColor(text: string): Color | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || !CSS.supports('color', text)) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha > 127 ? [red, green, blue] : null;
}

/** WCAG's contrast ratio, 1 to 21. */
function contrast(a: Color, b: Color): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const linear = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function format(color: Color): string {
  return `rgb(${color.map(Math.round).join(' ')})`;
}
