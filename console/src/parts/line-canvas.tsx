import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** A line of a chart, a value for each position; null: none. */
export interface ChartLine {
  /** Written at the end of the line, and over its column of the table. */
  readonly name: string;
  readonly isDashed: boolean;
  /** Whether more of it is worse. */
  readonly isBad?: boolean;
  readonly values: readonly (number | null)[];
}

/** Pixels, as in `.line-canvas` of the style sheet, so that nothing moves once the chart is drawn. */
const height = 150;
/** Room for the names at the ends of the lines. */
const nameWidth = 84;
const lineHeight = 14;
/** Pixels of a letter of a label, and between two labels. */
const letterWidth = 7;
const labelGap = 10;
const pointsMax = 31;
const markRadius = 3.5;
/** Pixels between the pointer and its tip. */
const tipGap = 10;
/** Annotations at the pointer. */
const annotationsShown = 4;

interface CanvasOptions {
  readonly labels: readonly string[];
  /** The full names of the positions. */
  readonly rows: readonly string[];
  readonly lines: readonly ChartLine[];
  /** What happened at each position. */
  readonly annotations: readonly (readonly string[])[];
  readonly format: (value: number) => string;
  /** At the axis. */
  readonly short: (value: number) => string;
}

/** The lines, drawn in the colours of the theme and as wide as their container. The pointer shows the figures of a position. */
export function LineCanvas(options: CanvasOptions): ReactNode {
  const { labels, lines, annotations } = options;
  const container = useRef<HTMLDivElement>(null);
  const content = JSON.stringify([labels, lines, annotations]);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let chart = draw(element, options);
    const again = (): void => {
      chart.destroy();
      chart = draw(element, options);
    };
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const themed = new MutationObserver(again);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      chart.destroy();
    };
  }, [content]);
  return <div ref={container} className="line-plot" />;
}

function draw(element: HTMLElement, options: CanvasOptions): uPlot {
  const { labels, lines, annotations, short } = options;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, soft, grid] = [token('--accent'), token('--ink-soft'), token('--line')];
  const font = `12px ${token('--sans')}`;
  const bad = token('--bad');
  const chooseColor = ({ isDashed, isBad = false }: ChartLine): string =>
    isBad ? bad : isDashed ? soft : ink;
  const tip = document.createElement('div');
  tip.className = 'chart-tip';
  tip.hidden = true;
  const axis = { stroke: soft, font, ticks: { show: false } };
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      padding: [8, nameWidth, 0, 0],
      scales: { x: { time: false }, y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.08 : 1] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 26,
          splits: ({ bbox }) => splitsOf(labels, bbox.width / uPlot.pxRatio),
          values: (_chart, splits) => splits.map((at) => labels[at] ?? ''),
        },
        {
          ...axis,
          size: 58,
          space: 44,
          grid: { stroke: grid, width: 1 },
          values: (_chart, splits) => splits.map(short),
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          stroke: chooseColor(line),
          width: line.isDashed ? 1.5 : 2.25,
          points: { show: !line.isDashed && labels.length <= pointsMax, size: 5, fill: chooseColor(line) },
          ...(line.isDashed ? { dash: [5, 4] } : {}),
        })),
      ],
      hooks: {
        draw: [
          (drawn) => {
            drawAnnotations(drawn, annotations, soft);
            writeNames(drawn, lines, chooseColor, font);
          },
        ],
        setCursor: [(moved) => showTip(moved, tip, options)],
      },
    },
    [labels.map((_, i) => i), ...lines.map(({ values }) => [...values])],
    element,
  );
  chart.over.append(tip);
  return chart;
}

/** Shows the figures at the pointer, and what happened there. */
function showTip(chart: uPlot, tip: HTMLElement, { rows, lines, annotations, format }: CanvasOptions): void {
  const at = chart.cursor.idx ?? null;
  tip.hidden = at === null;
  if (at === null) return;
  const write = (text: string, className = ''): HTMLElement => {
    const line = document.createElement('div');
    line.className = className;
    line.textContent = text;
    return line;
  };
  tip.replaceChildren(
    write(rows[at] ?? '', 'chart-tip-title'),
    ...lines.map(({ name, values }) => write(`${name}: ${values[at] == null ? '–' : format(values[at])}`)),
    ...cutAnnotations(annotations[at] ?? []).map((text) => write(text, 'chart-tip-annotation')),
  );
  const x = chart.valToPos(at, 'x');
  const { offsetWidth: width } = tip;
  const free = x > chart.over.clientWidth / 2 ? x - tipGap - width : x + tipGap;
  // The tip stays within the container, which cuts what is wider than it.
  const leftMax = chart.width - chart.over.offsetLeft - width;
  tip.style.left = `${Math.max(-chart.over.offsetLeft, Math.min(free, leftMax))}px`;
}

/** The first annotations, and how many more there are. */
function cutAnnotations(texts: readonly string[]): readonly string[] {
  if (texts.length <= annotationsShown) return texts;
  return [
    ...texts.slice(0, annotationsShown - 1),
    `${texts.length - annotationsShown + 1} more, in the table`,
  ];
}

/** A line from top to bottom where something happened. */
function drawAnnotations(chart: uPlot, annotations: CanvasOptions['annotations'], color: string): void {
  const { ctx, bbox } = chart;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.lineWidth = ratio;
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const [at, texts] of annotations.entries()) {
    if (texts.length === 0) continue;
    const x = Math.round(chart.valToPos(at, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, bbox.top, markRadius * ratio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** Positions whose labels have room next to each other. */
function splitsOf(labels: readonly string[], width: number): number[] {
  const labelWidth = letterWidth * Math.max(...labels.map(({ length }) => length)) + labelGap;
  const shown = Math.max(2, Math.floor(width / labelWidth));
  const every = Math.ceil(labels.length / shown);
  return labels.map((_, i) => i).filter((i) => i % every === 0);
}

/** Writes the name of each line at its end; names that would overlap move apart. */
function writeNames(
  chart: uPlot,
  lines: readonly ChartLine[],
  chooseColor: (line: ChartLine) => string,
  font: string,
): void {
  const { ctx } = chart;
  const ratio = uPlot.pxRatio;
  const ends = lines
    .flatMap((line) => {
      const last = line.values.findLastIndex((value) => value !== null);
      const value = line.values[last];
      return value == null
        ? []
        : [{ line, x: chart.valToPos(last, 'x', true), y: chart.valToPos(value, 'y', true) }];
    })
    .sort((a, b) => a.y - b.y);
  ctx.save();
  ctx.font = font.replace('12px', `${12 * ratio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const { top, height: inner } = chart.bbox;
  let above = -Infinity;
  ends.forEach(({ line, x, y }, i) => {
    const room = (ends.length - 1 - i) * lineHeight * ratio;
    const placed = Math.max(Math.min(y, top + inner - room - 4), above + lineHeight * ratio);
    above = placed;
    ctx.fillStyle = chooseColor(line);
    ctx.fillText(line.name, x + 8 * ratio, placed);
  });
  ctx.restore();
}
