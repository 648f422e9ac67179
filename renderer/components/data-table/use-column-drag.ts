import { type DragEvent, type HTMLAttributes, useState } from 'react';

const COLUMN = 'application/x-tilldesk-column';

interface ColumnDrag {
  /** For what is dragged. */
  readonly sourceProps: (columnId: string) => HTMLAttributes<HTMLElement>;
  /** For what it is dropped on. */
  readonly targetProps: (columnId: string) => HTMLAttributes<HTMLElement> & { readonly 'data-drop'?: true };
}

/** Headers that are dragged over one another. The chooser of columns does the same with buttons. */
export function useColumnDrag(onMove: (columnId: string, target: string) => void): ColumnDrag {
  const [over, setOver] = useState<string | null>(null);
  return {
    sourceProps: (columnId) => ({
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.setData(COLUMN, columnId);
        event.dataTransfer.effectAllowed = 'move';
      },
    }),
    targetProps: (columnId) => ({
      ...(over === columnId && { 'data-drop': true }),
      onDragOver(event) {
        if (!isColumn(event)) return;
        event.preventDefault();
        setOver(columnId);
      },
      onDragLeave: () => setOver(null),
      onDrop(event) {
        if (!isColumn(event)) return;
        event.preventDefault();
        setOver(null);
        onMove(event.dataTransfer.getData(COLUMN), columnId);
      },
    }),
  };
}

function isColumn({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(COLUMN);
}
