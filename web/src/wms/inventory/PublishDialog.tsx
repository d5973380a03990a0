import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { useT } from '../../phrase/phrases.ts';
import { RefusedCount } from '../goods/CountHold.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { configOr } from '../../session/version.ts';
import { COUNT_CHANGES } from './changes.ts';
import { SpareNote, useCounters } from './SpareNote.tsx';

/** Starts a count. */
export function PublishDialog({ count, onClose }: { count: Count; onClose: () => void }) {
  const t = useT();
  const { id, no, rev, freeze, deadline } = count;
  const people = useCounters(count);
  return (
    <ActionDialog
      route={countRoutes.publishCount}
      params={{ id }}
      fixed={{ rev }}
      title={t('count.publishTitle', { no })}
      text={
        <>
          <p>
            {t('count.publishText')} {freeze && t('count.publishFreeze')}{' '}
            {freeze && deadline === null && t('count.publishDeadline', { days: configOr('WMS_COUNT_DAYS', '7') })}
          </p>
          <SpareNote count={count} people={people} />
        </>
      }
      yes={t('count.publish')}
      about={(refusal) => <RefusedCount error={refusal} />}
      changes={COUNT_CHANGES}
      onDone={() => {
        noticeDone(t('count.published', { no }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
