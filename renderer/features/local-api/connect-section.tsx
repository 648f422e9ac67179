import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/calendar.ts';
import type { ApiKeyView, CreatedApiKey } from '../../../shared/contract/api-keys.ts';
import type { About } from '../../../shared/contract/bridge.ts';
import { getPeriod } from '../../../shared/periods.ts';
import box from '../../components/box.module.css';
import { CopyNotice, useCopy } from '../../components/copy-field.tsx';
import { DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import textStyles from '../../components/text.module.css';
import { aboutQuery } from '../../lib/host/program.ts';
import {
  CONNECT_TASKS,
  type ConnectTask,
  type ConnectTool,
  connectText,
  hasTasks,
  TOOL_KINDS,
  type ToolKind,
} from './connect-texts.ts';
import { FirstCallLine } from './first-call.tsx';
import styles from './local-api-page.module.css';
import { NewKeyDialog, OFFERED_DAYS } from './new-key-dialog.tsx';
import { apiKeysQuery, firstProductsQuery, isRefusal, keyNeedsQuery, useCreateApiKey } from './queries.ts';

/** Keys that were made here, in clear: they are gone with the page, or once the user is done with them. */
type MadeKeys = Readonly<Partial<Record<ConnectTool, CreatedApiKey>>>;

/** For each tool a key, a text with it to paste, where to paste it, and whether its first request came. */
export function ConnectSection() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const [kind, setKind] = useState<ToolKind>('excel');
  const [chosen, setChosen] = useState<Readonly<Partial<Record<ToolKind, ConnectTool>>>>({});
  const [task, setTask] = useState<ConnectTask>('prices');
  const [made, setMade] = useState<MadeKeys>({});
  const tools: readonly ConnectTool[] = TOOL_KINDS[kind];
  const tool = chosen[kind] ?? TOOL_KINDS[kind][0];
  return (
    <>
      <Group gap="8px 12px" mb="md">
        <SegmentedControl
          aria-label={t('localApi.connect.tool')}
          data={KINDS.map((value) => ({ value, label: t(`localApi.connect.kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        {tools.length > 1 && (
          <SegmentedControl
            aria-label={t(`localApi.connect.kinds.${kind}`)}
            data={tools.map((value) => ({ value, label: t(`localApi.connect.tools.${value}`) }))}
            value={tool}
            onChange={(value) => setChosen({ ...chosen, [kind]: value })}
          />
        )}
        {hasTasks(tool) && (
          <SegmentedControl
            aria-label={t('exports.new.what')}
            data={CONNECT_TASKS.map((value) => ({ value, label: t(`localApi.connect.tasks.${value}`) }))}
            value={task}
            onChange={setTask}
          />
        )}
      </Group>
      {about.data ? (
        <Connection
          key={tool}
          tool={tool}
          task={task}
          about={about.data}
          made={made[tool] ?? null}
          onMade={(created) => setMade({ ...made, [tool]: created })}
          onDone={() => setMade({ ...made, [tool]: undefined })}
        />
      ) : (
        // The line above says what failed, and reads it again.
        !about.isError && <SkeletonRows rows={6} widths={[60]} />
      )}
    </>
  );
}

const KINDS = Object.keys(TOOL_KINDS) as readonly ToolKind[];

interface ConnectionProps {
  readonly tool: ConnectTool;
  readonly task: ConnectTask;
  readonly about: About;
  readonly made: CreatedApiKey | null;
  readonly onMade: (created: CreatedApiKey) => void;
  readonly onDone: () => void;
}

/** Three steps: a key, the text with it, and where the text goes. */
function Connection({ tool, task, about, made, onMade, onDone }: ConnectionProps) {
  const { t } = useTranslation();
  const today = useToday();
  const products = useQuery(firstProductsQuery);
  const code = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy();
  const CopyIcon = outcome === 'copied' ? IconCheck : IconCopy;
  /** The key was hidden: the button that did it is gone. */
  const [isHidden, setIsHidden] = useState(false);
  const productIds = products.data?.data.map(({ id }) => id).join(',') || t('localApi.connect.idsPlaceholder');
  const placeholder = t('localApi.connect.keyPlaceholder');
  const text = connectText(tool, task, {
    ...about,
    key: made?.key ?? placeholder,
    productIds,
    lastMonth: getPeriod('last-month', today),
  });
  const toolName = t(`localApi.connect.names.${tool}`);
  const label = hasTasks(tool)
    ? t('localApi.connect.named', { task: t(`localApi.connect.tasks.${task}`), tool: toolName })
    : t('localApi.connect.settingsOf', { tool: toolName });

  function hideKey() {
    setIsHidden(true);
    onDone();
  }

  if (text === null) return <p className={textStyles.muted}>{t('localApi.connect.notInstalled')}</p>;
  return (
    <div className={styles.connection}>
      <p>
        {t(hasTasks(tool) ? `localApi.connect.results.${RESULTS[tool][task]}` : 'localApi.connect.results.answers')}
      </p>
      <ol className={styles.steps}>
        <li>
          <div className={styles.step}>
            {made ? (
              <>
                <p className={box.attention} role="status">
                  {t('localApi.connect.once', { name: made.record.name })}
                </p>
                <Button variant="default" onClick={hideKey}>
                  {t('localApi.connect.done')}
                </Button>
              </>
            ) : (
              <>
                <MakeKeyButton tool={tool} takesFocus={isHidden} onMade={onMade} />
                <p className={textStyles.muted}>
                  {t('localApi.connect.keyHint', { tool: toolName, days: OFFERED_DAYS })}
                </p>
              </>
            )}
          </div>
        </li>
        <li>
          <div className={styles.step}>
            <Group gap={8}>
              <Button
                key={made?.record.id ?? 0}
                {...(!made && { variant: 'default' })}
                leftSection={<CopyIcon size={15} aria-hidden />}
                autoFocus={made !== null}
                onClick={() => void copy(code.current)}
              >
                {t(`localApi.connect.copy.${TEXT_KINDS[tool]}`)}
              </Button>
              <CopyNotice outcome={outcome} />
            </Group>
            {!made && <p className={textStyles.muted}>{t('localApi.connect.withoutKey', { placeholder })}</p>}
          </div>
        </li>
        <li>
          <div className={styles.step}>
            {t(`localApi.connect.use.${TEXT_KINDS[tool]}`, { tool: toolName })}
            <ul>
              {STEPS[tool].map((step) => (
                <li key={step}>{t(`localApi.connect.steps.${step}`)}</li>
              ))}
            </ul>
          </div>
        </li>
      </ol>
      <PastedText tool={tool} label={label} code={code} text={text} />
      {made && <FirstCallLine apiKey={made.record} tool={toolName} />}
    </div>
  );
}

/** What is done with the text. */
const STEPS = {
  excel: ['excelQuery', 'editor', 'excelLoad'],
  powerBi: ['powerBiQuery', 'editor', 'powerBiLoad'],
  python: ['pythonFile', 'pythonStart'],
  javascript: ['javascriptFile', 'javascriptStart'],
  curl: ['curl'],
  mcpAddress: ['mcpAddress', 'mcpAsk'],
  mcpCommand: ['mcpCommand', 'mcpAsk'],
} as const satisfies Record<ConnectTool, readonly string[]>;

/** What comes of it. */
const RESULTS = {
  excel: { prices: 'priceTable', report: 'groupTable' },
  powerBi: { prices: 'priceTable', report: 'groupTable' },
  python: { prices: 'priceLines', report: 'groupLines' },
  javascript: { prices: 'priceLines', report: 'groupLines' },
  curl: { prices: 'pricePages', report: 'report' },
} as const;

/** What the text of each tool is. */
const TEXT_KINDS = {
  excel: 'query',
  powerBi: 'query',
  python: 'script',
  javascript: 'script',
  curl: 'command',
  mcpAddress: 'settings',
  mcpCommand: 'settings',
} as const satisfies Record<ConnectTool, string>;

interface MakeKeyButtonProps {
  readonly tool: ConnectTool;
  readonly takesFocus: boolean;
  readonly onMade: (created: CreatedApiKey) => void;
}

/** Makes a key at once, with a dialog only where the platform needs a key of its own or that is not known. */
function MakeKeyButton({ tool, takesFocus, onMade }: MakeKeyButtonProps) {
  const { t } = useTranslation();
  const today = useToday();
  const creation = useCreateApiKey();
  const needs = useQuery(keyNeedsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const name = useFreeName(t(`localApi.connect.names.${tool}`));

  function make() {
    if (needs.data?.platformKey === false) {
      const key = { name, expiresOn: addDays(today, OFFERED_DAYS), personalData: false };
      creation.mutate(key, { onSuccess: onMade });
    } else setIsAsking(true);
  }

  return (
    <>
      <Button
        leftSection={<IconKey size={15} aria-hidden />}
        autoFocus={takesFocus}
        loading={creation.isPending}
        onClick={make}
      >
        {t('localApi.connect.makeKey', { tool: t(`localApi.connect.names.${tool}`) })}
      </Button>
      {creation.isError && (
        <DialogFailure
          error={creation.error}
          message={isRefusal(creation.error) ? t('localApi.keys.refused') : undefined}
        />
      )}
      <NewKeyDialog isOpen={isAsking} name={name} onClose={() => setIsAsking(false)} onCreated={onMade} />
    </>
  );
}

/** The name, or the name with a number where a key has it: the requests are told apart by the names of their keys. */
function useFreeName(name: string): string {
  const { data: keys = NO_KEYS } = useQuery(apiKeysQuery);
  const taken = new Set(keys.map((key) => key.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

const NO_KEYS: readonly ApiKeyView[] = [];

interface PastedTextProps {
  readonly tool: ConnectTool;
  /** Such as `Price list with curl`. */
  readonly label: string;
  readonly code: RefObject<HTMLElement | null>;
  readonly text: string;
}

/** The text in a frame that scrolls, folded where it is long. */
function PastedText({ tool, label, code, text }: PastedTextProps) {
  const { t } = useTranslation();
  const kind = TEXT_KINDS[tool];
  // Nothing in it takes the focus: the frame does, so that the keyboard can scroll it.
  const asRegion = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  const frame = (
    <div {...asRegion} className={styles.frame}>
      <code ref={code} className={styles.text}>
        {text}
      </code>
    </div>
  );
  if (kind === 'command' || kind === 'settings') return frame;
  return (
    <details className={styles.fold}>
      <summary>{t(`localApi.connect.show.${kind}`)}</summary>
      {frame}
    </details>
  );
}
