/** Rows of cells, each under the one before it; a row may end early. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const most = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: most }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A cell may hold what would move the cursor of a terminal, or turn the direction of a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
