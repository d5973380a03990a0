// One setting: description, value, and history. Secrets and settings from the environment have no form: a draft of a secret would be
// stored in the browser, and the environment cannot be changed here.
import type { SettingCode } from '@kuwei/contract/setting';
import { configRoutes, type SettingRecord } from '@kuwei/contract/sys/config';
import { Form } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { LoadRecord } from '../../form/LoadRecord.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { useLocalizedText } from '../../page/titles.ts';
import { useT } from '../../phrase/phrases.ts';
import { ErrorPage } from '../../ui/ErrorPage.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { SettingDescription } from './SettingDescription.tsx';
import type { SettingAction } from './ChangeDialog.tsx';
import { History } from './History.tsx';
import { Source } from './Source.tsx';
import { SsoTrial } from './SsoTrial.tsx';
import { ValueField } from './ValueField.tsx';
import './config.css';

const SSO_RULES: SettingCode = 'SYS_SSO_RULES';

const ChangeDialog = lazyPart(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);

const configEdit = editOf(configRoutes.changeConfig, {
  name: 'config.one',
  get: configRoutes.getConfig,
  update: configRoutes.changeConfig,
  changes: ['/sys/config'],
  nameOf: ({ name }) => name,
  namedOnScreen: true,
});

export default function ConfigEditPage() {
  const t = useT();
  const id = usePage().query.get('id');
  // Settings are defined by the product.
  if (id === null) return <ErrorPage status={404} message={t('error.page.notFound')} />;
  return (
    <LoadRecord get={configRoutes.getConfig} id={id}>
      {(setting) => <One setting={setting} />}
    </LoadRecord>
  );
}

/** The form's current value. */
function WatchedValue({ children }: { children: (value: string) => ReactNode }) {
  const value = Form.useWatch('value') as unknown;
  return children(typeof value === 'string' ? value : '');
}

function One({ setting }: { setting: SettingRecord }) {
  const t = useT();
  const [action, setAction] = useState<SettingAction | null>(null);
  const called = useLocalizedText(setting.name);
  const isSecret = setting.kind === 'secret';
  const isFixed = setting.source === 'ENVIRONMENT';
  const reset = setting.source === 'SITE' && (
    <button type="button" className="kw-button" onClick={() => setAction({ is: 'reset' })}>
      {t(isSecret ? 'config.unset' : 'config.reset')}
    </button>
  );
  const history = <History setting={setting} onRestore={(change) => setAction({ is: 'restore', change })} />;
  return (
    <>
      {isSecret || isFixed ? (
        <div className="config-read">
          <PageHead
            name={called}
            title={setting.name}
            count={<Source of={setting.source} />}
            actions={
              <>
                {!isFixed && (
                  <button type="button" className="kw-button primary" onClick={() => setAction({ is: 'secret' })}>
                    {t('config.setSecret')}
                  </button>
                )}
                {reset}
              </>
            }
          />
          {isFixed && <p className="config-fixed">{t('config.fixedText', { env: setting.env })}</p>}
          <div className="form-section">
            <SettingDescription setting={setting} withValue />
          </div>
          {setting.id === SSO_RULES && (
            <div className="form-section">
              <SsoTrial rules={String(setting.value ?? '')} />
            </div>
          )}
          <div className="form-section">{history}</div>
        </div>
      ) : (
        <EditPage edit={configEdit} marks={({ source }) => <Source of={source} />} actions={() => reset}>
          {(now) =>
            now && (
              <>
                <Section title="config.description">
                  <SettingDescription setting={now} />
                  <ValueField setting={now} />
                  <AreaField name="reason" label="config.reason" hint={t('config.reasonHint')} />
                </Section>
                {now.id === SSO_RULES && (
                  <Section title="config.sso.title">
                    <WatchedValue>{(rules) => <SsoTrial rules={rules} />}</WatchedValue>
                  </Section>
                )}
                <Section title="config.history">{history}</Section>
              </>
            )
          }
        </EditPage>
      )}
      <Suspense>{action && <ChangeDialog setting={setting} action={action} onClose={() => setAction(null)} />}</Suspense>
    </>
  );
}
