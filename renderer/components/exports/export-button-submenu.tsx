import { Menu } from '@mantine/core';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ExportFormItems } from './export-form-items.tsx';
import type { ExportForm } from './export-forms.ts';

interface ExportButtonSubmenuProps {
  readonly label: string;
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of something else that the page exports; opened by pointing at it, by a press, or with the arrow key. */
export function ExportButtonSubmenu({ label, onChoose }: ExportButtonSubmenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const forms = useRef<HTMLDivElement>(null);

  function open({ detail }: MouseEvent) {
    flushSync(() => setIsOpen(true));
    // Pressed with a key, which goes on in what it has opened.
    if (detail === 0) forms.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }

  return (
    <Menu.Sub opened={isOpen} onChange={setIsOpen} position="left-start" width={300}>
      <Menu.Sub.Target>
        <Menu.Sub.Item onClick={open}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={forms} aria-label={label}>
        <ExportFormItems onChoose={onChoose} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
