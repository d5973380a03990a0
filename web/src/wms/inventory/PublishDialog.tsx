import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { ActionDialog } from '../../form/ActionDialog.tsx';
import { useT } from '../../phrase/phrases.ts';
import { RefusedCount } from '../goods/CountHold.tsx';
import { noticeDone } from '../../ui/feedback.ts';
import { COUNT_CHANGES } from './changes.ts';

/** Starts a count. */
export function PublishDialog({ count: { id, no, rev, freeze }, onClose }: { count: Count; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      route={countRoutes.publishCount}
      params={{ id }}
      fixed={{ rev }}
      title={t('count.publishTitle', { no })}
      text={
        <>
          {t('count.publishText')} {freeze && t('count.publishFreeze')}
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
