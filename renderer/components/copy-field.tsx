import { useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Names the button, such as `Copy address`. */
  readonly copyLabel: string;
  /** In one line of a bar, or as a block of its own for a text that is long. */
  readonly layout: 'line' | 'block';
  /** True where the text has just taken the place of what had the focus. */
  readonly takesFocus?: boolean;
}

/** A text to be used elsewhere: as it is, in one width, with a button that copies it. */
export function CopyField({ label, text, copyLabel, layout, takesFocus = false }: CopyFieldProps) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.field} data-layout={layout}>
      <span className={styles.label}>{label}</span>
      <code ref={shown} className={styles.text}>
        {text}
      </code>
      <div className={styles.actions}>
        <CopyButton source={shown} label={copyLabel} takesFocus={takesFocus} />
      </div>
    </div>
  );
}
