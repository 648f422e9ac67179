import { type CommandId, keysOf } from './command-keys.ts';
import { keyWords } from './key-words.ts';
import styles from './keys-hint.module.css';

/** The keys of a command beside its name, for those who look: who hears the window has the help sheet. */
export function KeysHint({ command }: { readonly command: CommandId }) {
  const [keys] = keysOf(command);
  return (
    keys && (
      <span className={styles.hint} aria-hidden>
        {keyWords(keys).join(' ')}
      </span>
    )
  );
}
