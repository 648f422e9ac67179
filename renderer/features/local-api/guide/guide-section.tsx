import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { periodOf } from '../../../../shared/periods.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { aboutQuery } from '../../../lib/host/about.ts';
import { firstProductsQuery } from '../api/first-products.ts';
import { SectionBar } from '../section-bar.tsx';
import styles from './guide.module.css';
import { GuideSteps } from './guide-steps.tsx';
import { RequestText } from './request-text.tsx';
import { GUIDE_TASKS, GUIDE_TOOLS, type GuideTask, type GuideTool } from './requests/guide-request.ts';
import { GUIDE_REQUESTS } from './requests/guide-requests.ts';

/** Ready requests for what shops want most, in the programs that they have. */
export function GuideSection() {
  const { t } = useTranslation();
  const titleId = useId();
  const today = useToday();
  const { data: about } = useQuery(aboutQuery);
  const products = useQuery(firstProductsQuery);
  const productIds = products.data?.data.map(({ id }) => id).join(',') || t('localApi.guide.idsPlace');
  const [tool, setTool] = useState<GuideTool>('curl');
  const [task, setTask] = useState<GuideTask>('prices');
  const toolName = t(`localApi.guide.tools.${tool}`);
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <SectionBar id={titleId} title={t('localApi.guide.title')} hint={t('localApi.guide.hint')}>
        <SegmentedControl
          size="xs"
          aria-label={t('localApi.guide.task')}
          data={GUIDE_TASKS.map((value) => ({ value, label: t(`localApi.guide.tasks.${value}`) }))}
          value={task}
          onChange={setTask}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('localApi.guide.tool')}
          data={GUIDE_TOOLS.map((value) => ({ value, label: t(`localApi.guide.tools.${value}`) }))}
          value={tool}
          onChange={setTool}
        />
      </SectionBar>
      {about && !products.isPending && (
        <div className={styles.content}>
          <GuideSteps tool={tool} task={task} />
          <RequestText
            key={`${tool} ${task}`}
            label={t('localApi.guide.named', { task: t(`localApi.guide.tasks.${task}`), tool: toolName })}
            text={GUIDE_REQUESTS[tool][task]({
              apiAddress: about.apiAddress,
              keyPlace: t('localApi.guide.keyPlace'),
              productIds,
              lastMonth: periodOf('last-month', today),
            })}
          />
        </div>
      )}
    </section>
  );
}
