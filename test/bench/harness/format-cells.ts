/** A table that reads well in a terminal and is Markdown. The first line holds the headings. */
export function formatCells(lines: readonly (readonly string[])[], rightAligned: ReadonlySet<number>): string {
  const headings = lines[0] ?? [];
  const widths = headings.map((_, at) => Math.max(3, ...lines.map((cells) => (cells[at] ?? '').length)));
  const rule = widths.map((width, at) => (rightAligned.has(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const lineOf = (cells: readonly string[]) => {
    const padded = widths.map((width, at) => {
      const cell = cells[at] ?? '';
      return rightAligned.has(at) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |\n`;
  };
  const [head = '', ...body] = lines.map(lineOf);
  return [head, lineOf(rule), ...body].join('');
}
