const WIDTH = 90;
const HEIGHT = 12;

export interface PlotOptions {
  /** Unit of the values, behind the numbers of the axis. */
  unit: string;
  /** From the first value to the last. */
  minutes: number;
  /** Drawn below the axis where true; as many as values. */
  marked?: readonly boolean[];
  /** Meaning of the marks. */
  markText?: string;
}

/** Values over time as bars of text, from zero up; each bar the highest of its values, none where nothing is known. */
export function textPlot(values: readonly (number | null)[], options: PlotOptions): string {
  const { unit, minutes, marked = [], markText = '' } = options;
  const perBar = Math.max(1, Math.ceil(values.length / WIDTH));
  const bars = Array.from({ length: Math.ceil(values.length / perBar) }, (_, at) => {
    const known = values.slice(at * perBar, (at + 1) * perBar).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
  const top = Math.max(1, ...bars.map((bar) => bar ?? 0));
  const label = (row: number): string =>
    `${Math.round((top * row) / HEIGHT).toLocaleString('en-US')} ${unit}`;
  const margin = Math.max(...[4, 8, 12].map((row) => label(row).length));
  const lines: string[] = [];
  for (let row = HEIGHT; row > 0; row -= 1) {
    const line = bars.map((bar) => (bar !== null && bar >= (top * (row - 0.5)) / HEIGHT ? '█' : ' '));
    lines.push(`${(row % 4 === 0 ? label(row) : '').padStart(margin)} │${line.join('').trimEnd()}`);
  }
  const end = `${minutes.toFixed(1)} min`;
  lines.push(`${''.padStart(margin)} └${'─'.repeat(bars.length)}`);
  lines.push(`${''.padStart(margin + 2)}0${end.padStart(Math.max(end.length + 1, bars.length - 1))}`);
  if (marked.includes(true)) {
    const marks = bars.map((_, at) =>
      marked.slice(at * perBar, (at + 1) * perBar).includes(true) ? '×' : ' ',
    );
    lines.push(
      `${''.padStart(margin + 2)}${marks.join('')}`.trimEnd(),
      `${''.padStart(margin + 2)}× ${markText}`,
    );
  }
  return ['```', ...lines, '```'].join('\n');
}
