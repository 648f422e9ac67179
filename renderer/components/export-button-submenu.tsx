import { Menu } from '@mantine/core';
import { useState } from 'react';
import { ExportFormItems } from './export-form-items.tsx';
import type { ExportForm } from './export-forms.ts';

interface ExportButtonSubmenuProps {
  readonly label: string;
  readonly usual: ExportForm;
  readonly onChoose: (form: ExportForm) => void;
}

/** The forms of something else that the page exports; opened by pointing at it, by a press, or with the arrow key. */
export function ExportButtonSubmenu({ label, usual, onChoose }: ExportButtonSubmenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu.Sub opened={isOpen} onChange={setIsOpen} position="left-start" width={300}>
      <Menu.Sub.Target>
        <Menu.Sub.Item onClick={() => setIsOpen(true)}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={label}>
        <ExportFormItems usual={usual} onChoose={onChoose} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
