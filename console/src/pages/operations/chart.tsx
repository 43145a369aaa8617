import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import styles from './chart.module.css';
import { clockTime } from './numbers';

/** One line of a chart. */
export interface ChartLine {
  readonly name: string;
  /** A value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Its colour, of `shell/base.css`. */
  readonly colour: '--accent' | '--soft' | '--bad';
  /** Told from other lines without its colour. */
  readonly isDashed?: boolean;
}

interface ChartProps {
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly format: (value: number) => string;
}

const HEIGHT_PX = 170;
const AXES_PX = { below: 26, beside: 56 };
/** From one time of the axis to the next: more than "12:34 am" takes. */
const TIME_PX = 96;
const DASH_PX = [5, 4];
/** For the last time of the axis, which stands below its end. */
const PADDING_PX: uPlot.Padding = [10, 36, 0, 0];
/** Charts with the same key show the same moment when the pointer is over one of them. */
const SYNC = 'operations';

/** Lines over time; the values at the pointer stand below it. */
export function Chart({ label, times, lines, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { i18n } = useTranslation();
  const scheme = useComputedColorScheme();
  const [pointed, setPointed] = useState<number | null>();
  const chart = useRef<uPlot>(undefined);
  const data = [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const newest = useRef({ data, lines, format });
  newest.current = { data, lines, format };
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew for another language or theme
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const say = (value: number) => newest.current.format(value);
    const drawn = new uPlot(optionsOf(box, newest.current.lines, say, setPointed), newest.current.data, box);
    chart.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
    resized.observe(box);
    return () => {
      resized.disconnect();
      drawn.destroy();
    };
  }, [scheme, i18n.language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the times change with what they are the times of
  useEffect(() => chart.current?.setData(newest.current.data), [times]);
  const at = pointed == null ? undefined : times[pointed];
  return (
    <>
      <div ref={place} className={styles.chart} role="img" aria-label={label} />
      <ul className={styles.legend} aria-hidden="true">
        {lines.map(({ name, values, colour, isDashed = false }) => (
          <li key={name}>
            <svg width="22" height="4" aria-hidden="true">
              <path
                d="M0 2h22"
                strokeWidth="2"
                style={{ stroke: `var(${colour})` }}
                strokeDasharray={isDashed ? DASH_PX.join(' ') : undefined}
              />
            </svg>
            {name} {at !== undefined && <b>{said(values[pointed ?? 0], format)}</b>}
          </li>
        ))}
        {at !== undefined && <li>{clock(at)}</li>}
      </ul>
    </>
  );
}

function said(value: number | null | undefined, format: (value: number) => string): string {
  return value == null ? '–' : format(value);
}

function clock(seconds: number): string {
  return clockTime(new Date(seconds * 1_000));
}

function optionsOf(
  box: HTMLElement,
  lines: readonly ChartLine[],
  format: (value: number) => string,
  onPoint: (index: number | null | undefined) => void,
): uPlot.Options {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name);
  const axis: uPlot.Axis = {
    stroke: colour('--soft'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: box.clientWidth,
    height: HEIGHT_PX,
    padding: PADDING_PX,
    legend: { show: false },
    cursor: { sync: { key: SYNC }, drag: { x: false, y: false }, y: false, points: { size: 7 } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx)] },
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(most ?? 0, 4) * 1.1] } },
    axes: [
      { ...axis, values: (_chart, seconds) => seconds.map(clock), size: AXES_PX.below, space: TIME_PX },
      { ...axis, values: (_chart, values) => values.map(format), size: AXES_PX.beside, space: 30 },
    ],
    series: [
      {},
      ...lines.map(({ name, colour: its, isDashed }) => ({
        label: name,
        stroke: colour(its),
        width: 2,
        ...(isDashed && { dash: DASH_PX }),
      })),
    ],
  };
}
