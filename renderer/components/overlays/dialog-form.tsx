import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureMessage } from '../../lib/failures.ts';
import box from '../box.module.css';
import { CopyField } from '../copy-field.tsx';
import { TechnicalDetails } from '../states/failure-panel.tsx';
import { Dialog } from './dialog.tsx';
import styles from './dialog-form.module.css';

interface DialogFailureProps {
  readonly error: Error;
  /** Replaces the usual message for the error. */
  readonly message?: string | undefined;
}

/** Why the action of a dialog failed. */
export function DialogFailure({ error, message }: DialogFailureProps) {
  const formatFailure = useFailureMessage();
  return (
    <div className={box.danger} role="alert">
      {message ?? formatFailure(error)}
      <TechnicalDetails error={error} />
    </div>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" align="normal" wrap="nowrap" gap={8} mt={8}>
      {children}
    </Group>
  );
}

interface DialogButtonsProps {
  readonly cancel: string;
  /** Absent if the dialog can only be closed. */
  readonly submit?: string | undefined;
  readonly isBusy?: boolean;
  readonly isDangerous?: boolean;
  readonly onCancel: () => void;
  /** Absent in a form, which the button submits. If present, the cancel button has the focus first. */
  readonly onSubmit?: () => void;
}

/** The buttons at the end of a dialog: cancel, and the action of the dialog. */
export function DialogButtons(props: DialogButtonsProps) {
  const { cancel, submit, isBusy = false, isDangerous = false, onCancel, onSubmit } = props;
  const danger = isDangerous && { variant: 'default', className: styles.danger ?? '' };
  return (
    <DialogActions>
      <Button variant="default" data-autofocus={onSubmit && true} disabled={isBusy} onClick={onCancel}>
        {cancel}
      </Button>
      {submit !== undefined && (
        <Button {...danger} {...(onSubmit ? { onClick: onSubmit } : { type: 'submit' })} loading={isBusy}>
          {submit}
        </Button>
      )}
    </DialogActions>
  );
}

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The action. The dialog shows its failure and stays open while it runs. */
  readonly action: DialogMutation & { readonly error: Error | null };
  /** The label of the button for the action. */
  readonly submit: string;
  /** Paragraphs that say what is lost or stops working. */
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog({ isOpen, title, action, submit, children, onClose, onSubmit }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const close = createClose(action, onClose);
  return (
    <Dialog isOpen={isOpen} title={title} onClose={close}>
      <div className={styles.form}>
        {action.error && <DialogFailure error={action.error} />}
        {children}
        <DialogButtons
          isDangerous
          cancel={t('states.cancel')}
          submit={submit}
          isBusy={action.isPending}
          onCancel={close}
          onSubmit={onSubmit}
        />
      </div>
    </Dialog>
  );
}

interface OneTimeSecretProps {
  /** Says that the secret is shown only now. */
  readonly notice: string;
  readonly label: string;
  /** The secret in clear text. It is stored nowhere else. */
  readonly secret: string;
  readonly copyLabel: string;
  readonly done: string;
  readonly onDone: () => void;
  /** How the secret is used. */
  readonly children: ReactNode;
}

/** Shows a new secret once. */
export function OneTimeSecret({ notice, label, secret, copyLabel, done, onDone, children }: OneTimeSecretProps) {
  return (
    <div className={styles.form}>
      <p className={box.attention} role="status">
        {notice}
      </p>
      <CopyField layout="block" label={label} text={secret} copyLabel={copyLabel} takesFocus />
      {children}
      <DialogActions>
        <Button onClick={onDone}>{done}</Button>
      </DialogActions>
    </div>
  );
}

interface DialogMutation {
  readonly isPending: boolean;
  readonly reset: () => void;
}

/**
 * Returns a function that closes the dialog and resets its action, but does nothing while the action runs, so that the
 * user sees the outcome.
 */
export function createClose({ isPending, reset }: DialogMutation, onClose: () => void): () => void {
  return () => {
    if (isPending) return;
    reset();
    onClose();
  };
}
