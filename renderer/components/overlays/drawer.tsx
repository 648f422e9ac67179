import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import textStyles from '../text.module.css';
import { useDrawerFocus } from './drawer-focus.ts';
import { useAnnouncedTitle } from './drawer-stage.tsx';
import styles from './overlays.module.css';

interface DrawerProps {
  readonly title: string;
  /** A short line above the title, such as a number. */
  readonly overline?: ReactNode;
  readonly onClose: () => void;
  /** Shows the row at distance `delta`; absent if there is no list. */
  readonly onStep?: (delta: 1 | -1) => void;
  readonly children: ReactNode;
}

/**
 * Details beside the list, which stays usable. In a small window the drawer covers the list instead, takes the focus
 * and makes the list inert. Escape closes it and restores the focus. The arrow keys move through the list while the
 * focus is in the drawer.
 */
export function Drawer({ title, overline, onClose, onStep, children }: DrawerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { drawerRef, headingRef } = useDrawerFocus();
  const onKeyDown = useDrawerKeys(onClose, onStep);
  useAnnouncedTitle(title);
  return (
    <aside ref={drawerRef} className={styles.drawer} aria-labelledby={titleId} tabIndex={-1} onKeyDown={onKeyDown}>
      <Group gap={4} wrap="nowrap" p="8px 12px 0">
        {onStep && (
          <>
            <ActionIcon aria-label={t('states.previousRow')} onClick={() => onStep(-1)}>
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('states.nextRow')} onClick={() => onStep(1)}>
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon ms="auto" aria-label={t('states.closeDetails')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <div className={styles.content}>
        {overline && <div className={textStyles.small}>{overline}</div>}
        <h2 ref={headingRef} id={titleId} className={styles.drawerTitle} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </aside>
  );
}

/** Escape closes the drawer wherever the focus is, unless a menu, dialog or field handled the key. */
function useDrawerKeys(onClose: () => void, onStep: ((delta: 1 | -1) => void) | undefined) {
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    let isForLayer = false;
    // Checked in the capture phase, because the layer has closed by the bubble phase.
    const noteLayer = ({ target }: globalThis.KeyboardEvent) => {
      isForLayer = isInLayer(target);
    };
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isForLayer) return;
      close.current();
    };
    document.addEventListener('keydown', noteLayer, { capture: true });
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', noteLayer, { capture: true });
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    onStep?.(event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
  };
}

/** Layers over the page, and the button or field that opened one. */
const LAYER = '[data-position][role], [aria-modal="true"], [aria-haspopup][aria-expanded="true"]';

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(LAYER) !== null;
}
