import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './copy-field.module.css';
import textStyles from './text.module.css';

interface CopyFieldProps extends Pick<CopyButtonProps, 'takesFocus'> {
  readonly label: string;
  readonly text: string;
  /** Names the button, such as `Copy address`. */
  readonly copyLabel: string;
  /** In one line of a bar, or as a block for a long text. */
  readonly layout: 'line' | 'block';
}

/** A text to use elsewhere, in a fixed-width font, with a button that copies it. */
export function CopyField({ label, text, copyLabel, layout, takesFocus = false }: CopyFieldProps) {
  const code = useRef<HTMLElement>(null);
  return (
    <div className={styles.field} data-layout={layout}>
      <span className={textStyles.small}>{label}</span>
      <code ref={code} className={layout === 'block' ? textStyles.codeBlock : textStyles.code}>
        {text}
      </code>
      <Group gap="xs" wrap="nowrap">
        <CopyButton source={code} label={copyLabel} takesFocus={takesFocus} />
      </Group>
    </div>
  );
}

interface CopyButtonProps {
  /** The element whose text is copied. */
  readonly source: RefObject<HTMLElement | null>;
  /** Names the button, such as `Copy address`. */
  readonly label: string;
  /** Whether the field has just replaced the element that had the focus. */
  readonly takesFocus?: boolean;
}

/** Copies a visible text and shows the outcome. */
function CopyButton({ source, label, takesFocus = false }: CopyButtonProps) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={label}
        autoFocus={takesFocus}
        onClick={() => void copy(source.current)}
      >
        {t('states.copy')}
      </Button>
      <CopyNotice outcome={outcome} />
    </>
  );
}

/** The outcome of copying. Rendered empty before, so that a screen reader announces the change. */
export function CopyNotice({ outcome }: { readonly outcome: CopyOutcome | null }) {
  const { t } = useTranslation();
  return (
    <span className={styles.notice} role="status" data-outcome={outcome ?? undefined}>
      {outcome !== null && t(`states.${outcome}`)}
    </span>
  );
}

/** `selected`: the clipboard refused the text, so it is selected and the user can copy it with the keyboard. */
type CopyOutcome = 'copied' | 'selected';

const COPIED_SHOWN_MS = 3000;

export function useCopy() {
  /** The outcome of the last copy; `null` before it and some time after a success. */
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);

  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  /** Copies the text of an element, or selects it if the window may not use the clipboard. */
  async function copy(element: Element | null) {
    if (element === null) return;
    try {
      await navigator.clipboard.writeText(element.textContent);
      setOutcome('copied');
    } catch {
      // The clipboard refused or does not exist. The user is notified and can copy by hand, so folded text is opened.
      element.closest('details')?.setAttribute('open', '');
      document.getSelection()?.selectAllChildren(element);
      setOutcome('selected');
    }
  }

  return { outcome, copy };
}
