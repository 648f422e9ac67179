import { useTranslation } from 'react-i18next';
import styles from './guide.module.css';
import { KEY_PARAMETER } from './requests/excel-requests.ts';
import type { GuideTask, GuideTool } from './requests/guide-request.ts';

interface GuideStepsProps {
  readonly tool: GuideTool;
  readonly task: GuideTask;
}

const STEPS = ['key', 'use', 'answer'] as const;

/** How the request is put to use: where the key goes, where the text goes, and what comes of it. */
export function GuideSteps({ tool, task }: GuideStepsProps) {
  const { t } = useTranslation();
  const place = t('localApi.guide.keyPlace');
  const parts = { place, parameter: KEY_PARAMETER };
  const texts = {
    key: t(`localApi.guide.${tool}.key`, parts),
    use: t(`localApi.guide.${tool}.use`, parts),
    answer: t(`localApi.guide.${tool}.${task}`, parts),
  };
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step}>{texts[step]}</li>
      ))}
    </ol>
  );
}
