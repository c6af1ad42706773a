import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** A line of a chart, a value for each position; null: none. */
export interface ChartLine {
  /** Written at the end of the line, and over its column of the table. */
  readonly name: string;
  readonly isDashed: boolean;
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

interface CanvasOptions {
  readonly labels: readonly string[];
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
}

/** The lines, drawn in the colours of the theme and as wide as their container. */
export function LineCanvas({ labels, lines, format }: CanvasOptions): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const content = JSON.stringify([labels, lines]);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let chart = draw(element, { labels, lines, format });
    const again = (): void => {
      chart.destroy();
      chart = draw(element, { labels, lines, format });
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
  return <div ref={container} />;
}

function draw(element: HTMLElement, { labels, lines, format }: CanvasOptions): uPlot {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, soft, grid] = [token('--accent'), token('--ink-soft'), token('--line')];
  const font = `12px ${token('--sans')}`;
  const colorOf = ({ isDashed }: ChartLine): string => (isDashed ? soft : ink);
  const axis = { stroke: soft, font, ticks: { show: false } };
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { show: false },
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
          values: (_chart, splits) => splits.map(format),
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          stroke: colorOf(line),
          width: line.isDashed ? 1.5 : 2.25,
          points: { show: !line.isDashed && labels.length <= pointsMax, size: 5, fill: ink },
          ...(line.isDashed ? { dash: [5, 4] } : {}),
        })),
      ],
      hooks: { draw: [(chart) => writeNames(chart, lines, colorOf, font)] },
    },
    [labels.map((_, i) => i), ...lines.map(({ values }) => [...values])],
    element,
  );
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
  colorOf: (line: ChartLine) => string,
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
    ctx.fillStyle = colorOf(line);
    ctx.fillText(line.name, x + 8 * ratio, placed);
  });
  ctx.restore();
}
