// Automatic imports: state, source, last results, and running one now.
import { configRoutes } from '@kuwei/contract/sys/config';
import { nightlyRoutes, type NightlyKind } from '@kuwei/contract/sys/nightly';
import { useMayCall } from '../../page/may-call.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { List } from '../../table/List.tsx';
import { ask, noticeDone } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { nightlyList } from './nightly-list.tsx';
import { NightDetail } from './NightDetail.tsx';
import './nightly.css';

const FILES: Readonly<Record<NightlyKind, string>> = { PEOPLE: 'people', GROUPS: 'groups', MEMBERS: 'memberships' };

export default function NightlyPage() {
  const t = useT();
  const mayCall = useMayCall();
  const { data: state } = usePageQuery(nightlyRoutes.getNightlyState, undefined, { staleTime: 0 });
  const { mutateAsync } = usePageWrite(nightlyRoutes.runNightly, { changes: ['/sys/nightly'] });
  const begin = async (dryRun: boolean): Promise<void> => {
    const wanted =
      dryRun ||
      (await ask({ title: t('nightly.runAsk'), text: t('nightly.runText'), yes: t('nightly.run'), no: t('common.cancel') }));
    if (!wanted) return;
    await mutateAsync({ body: { dryRun } });
    noticeDone(t('nightly.begun'));
  };
  const none = state !== undefined && !state.folder && state.sources.every(({ address }) => address === null);
  const reason = none ? t('nightly.noSource') : state?.busy ? t('nightly.busy') : undefined;
  const action = (key: string, label: string, dryRun: boolean) => ({
    key,
    label,
    route: nightlyRoutes.runNightly,
    run: () => begin(dryRun),
    ...(reason !== undefined && { reason }),
  });
  return (
    <List
      spec={nightlyList}
      title={t('nightly.title')}
      detail={(id, row) => <NightDetail id={id} row={row} />}
      actions={[action('look', t('nightly.look'), true), action('run', t('nightly.run'), false)]}
      above={
        state && (
          <div className="nightly-state" role="status">
            <div className="nightly-on">
              <span>{state.on ? t('nightly.on', { time: state.time }) : t('nightly.off')}</span>
              {mayCall(configRoutes.listConfig) && (
                <PageLink className="kw-link" to="/def/sysbase/sysconfig?group=NIGHTLY">
                  {t('nightly.settings')}
                </PageLink>
              )}
            </div>
            {none ? (
              <p>{t('nightly.source.none')}</p>
            ) : (
              <dl>
                {state.sources.map(({ kind, address }) => (
                  <div key={kind}>
                    <dt>{t(`nightly.kind.${kind}`)}</dt>
                    <dd>
                      {address !== null ? (
                        <span className="kw-code">{address}</span>
                      ) : state.folder ? (
                        t('nightly.source.folder', { name: FILES[kind] })
                      ) : (
                        t('nightly.noSource')
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        )
      }
      emptyText={t('nightly.empty')}
    />
  );
}
