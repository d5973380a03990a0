import { maintainRoutes } from '@kuwei/contract/sys/maintain';
import { Select } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../../form/ActionDialog.tsx';
import { TextField } from '../../../form/field/TextField.tsx';
import { FormField } from '../../../form/FormField.tsx';
import { usePageQuery, usePageWrite } from '../../../page/query.ts';
import { langOf, useT } from '../../../phrase/phrases.ts';
import { noticeDone } from '../../../ui/feedback.ts';
import { localMinute } from '../../../ui/format.ts';

const CHANGES = ['/sys/maintain'];
const MINUTES = [15, 30, 60, 120, 480] as const;

/** Read-only mode: whether it is on, until when, and switching it. */
export function ModeBox() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { data: mode } = usePageQuery(maintainRoutes.getMode, undefined, { staleTime: 0 });
  const end = usePageWrite(maintainRoutes.endMode, { changes: CHANGES, onSuccess: () => noticeDone(t('upgrade.mode.ended')) });
  if (mode === undefined) return null;
  const text =
    mode === null
      ? t('upgrade.mode.off')
      : mode.kind === 'RESTORE'
        ? t('upgrade.mode.restore')
        : mode.until === null
          ? t('upgrade.mode.noEnd')
          : t('upgrade.mode.until', { until: localMinute(mode.until) });
  return (
    <section className="maintain-box" aria-label={t('upgrade.mode')}>
      <header>
        <h2>{t('upgrade.mode')}</h2>
        {mode?.kind !== 'RESTORE' && (
          <span>
            {mode && (
              <button
                type="button"
                className="kw-button"
                aria-busy={end.isPending}
                onClick={() => !end.isPending && end.mutate({})}
              >
                {t('upgrade.mode.end')}
              </button>
            )}{' '}
            <button type="button" className="kw-button" onClick={() => setOpen(true)}>
              {t(mode ? 'upgrade.mode.extend' : 'upgrade.mode.begin')}
            </button>
          </span>
        )}
      </header>
      <p>{t('upgrade.mode.text')}</p>
      <strong className={mode ? 'maintain-warn' : ''}>{text}</strong>
      {mode && <div lang={langOf(mode.reason)}>{mode.reason}</div>}
      {mode?.by != null && <div>{t('upgrade.mode.by', { name: mode.by, since: localMinute(mode.since) })}</div>}
      {open && (
        <ActionDialog
          route={maintainRoutes.beginMode}
          params={{}}
          blank={{ minutes: 30, reason: mode?.reason ?? '' }}
          title={t('upgrade.mode.begin')}
          text={t('upgrade.mode.text')}
          yes={t(mode ? 'upgrade.mode.extend' : 'upgrade.mode.begin')}
          changes={CHANGES}
          onDone={() => {
            noticeDone(t('upgrade.mode.begun'));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          <FormField name="minutes" label="upgrade.mode.minutes" width="full">
            <Minutes />
          </FormField>
          <TextField name="reason" label="upgrade.mode.reason" width="full" placeholder={t('upgrade.mode.reasonHint')} />
        </ActionDialog>
      )}
    </section>
  );
}

interface MinutesProps {
  id?: string;
  /** Passed by the form; null for no end. */
  value?: number | null;
  onChange?: (minutes: number | null) => void;
}

const NO_END = 0;

function Minutes({ id, value, onChange }: MinutesProps) {
  const t = useT();
  const options = [
    ...MINUTES.map((minutes) => ({ value: minutes as number, label: t(`upgrade.mode.minutes.${minutes}`) })),
    { value: NO_END, label: t('upgrade.mode.minutes.none') },
  ];
  return (
    <Select
      {...(id !== undefined && { id })}
      value={value ?? NO_END}
      options={options}
      onChange={(minutes) => onChange?.(minutes === NO_END ? null : minutes)}
    />
  );
}
