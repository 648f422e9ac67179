import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './drawer.module.css';
import { useDrawerKeys } from './use-drawer-keys.ts';

interface DrawerProps {
  readonly title: string;
  /** A short line above the title, such as a number. */
  readonly overline?: ReactNode;
  readonly onClose: () => void;
  /** Shows the row that lies `delta` further; absent where there is no list to walk. */
  readonly onStep?: (delta: 1 | -1) => void;
  readonly children: ReactNode;
}

/**
 * Details beside the list, which stays usable: no layer over it and no trap. Escape closes it and gives the
 * focus back; the arrow keys walk the list while the drawer itself has the focus.
 */
export function Drawer({ title, overline, onClose, onStep, children }: DrawerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { ref, onKeyDown } = useDrawerKeys(onClose, onStep);
  return (
    <aside ref={ref} className={styles.drawer} aria-labelledby={titleId} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        {onStep && (
          <>
            <ActionIcon variant="subtle" aria-label={t('states.previousRow')} onClick={() => onStep(-1)}>
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="subtle" aria-label={t('states.nextRow')} onClick={() => onStep(1)}>
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon
          variant="subtle"
          className={styles.close}
          aria-label={t('states.closeDetails')}
          onClick={onClose}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <div className={styles.content}>
        {overline && <div className={styles.overline}>{overline}</div>}
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
    </aside>
  );
}
