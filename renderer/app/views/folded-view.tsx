import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { type ShownView, viewAddress } from './shown-view.ts';
import { ViewActions } from './view-actions.tsx';

interface FoldedViewProps {
  readonly view: SavedView;
  /** What the page shows, of whatever view. */
  readonly shown: ShownView | null;
  readonly onDone: () => void;
}

/** A view in a menu: pressed it is opened, pointed at or with the arrow key it offers what can be done with it. */
export function FoldedView({ view, shown, onDone }: FoldedViewProps) {
  const goTo = useGoTo();
  const isShown = view.id === shown?.view.id;

  function open() {
    goTo(viewAddress(view));
    onDone();
  }

  return (
    <Menu.Sub position="right-start" width={240}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          aria-current={isShown ? 'page' : undefined}
          leftSection={<IconCheck size={14} visibility={isShown ? undefined : 'hidden'} aria-hidden />}
          onClick={open}
        >
          {view.name}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={view.name}>
        <ViewActions viewId={view.id} shown={shown} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
