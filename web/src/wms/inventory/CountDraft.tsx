import { countRoutes, type Count } from '@kuwei/contract/wms/inventory';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { editOf } from '../../form/edit-spec.ts';
import { EditPage } from '../../form/EditPage.tsx';
import { usePage } from '../../page/page.ts';
import { isDirty } from '../../page/pages.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeRefused } from '../../ui/feedback.ts';
import { StateTag } from '../../ui/StateTag.tsx';
import { countAddress } from './addresses.ts';
import { CountFields } from './CountFields.tsx';
import { countLook } from './looks.ts';

const PublishDialog = lazyPart(async () => (await import('./PublishDialog.tsx')).PublishDialog);

const countEdit = editOf(countRoutes.createCount, {
  name: 'wms.count',
  get: countRoutes.getCount,
  update: countRoutes.updateCount,
  remove: countRoutes.deleteCount,
  changes: ['/wms/inventory'],
  draft: true,
  // Publishing comes next.
  after: ({ id }) => countAddress(id),
  nameOf: ({ no }) => no,
  conditional: [
    'containerIds',
    'boxIds',
    'orgIds',
    'productIds',
    'categoryIds',
    'controlFlags',
    'abc',
    'sample',
    'recountOf',
    'freeze',
  ],
  blank: { type: 'CYCLE', scope: 'CONTAINER', blind: true, freeze: true, tolerancePct: '0', toleranceAbs: '0' },
});

/** Scope, method and counters of a count until it is published. */
export function CountDraft() {
  const t = useT();
  const { key, query } = usePage();
  const [publishing, setPublishing] = useState<Count | null>(null);
  const publish = (count: Count): void => {
    if (isDirty(key)) noticeRefused(t('count.saveFirst'));
    else setPublishing(count);
  };
  return (
    <>
      <EditPage
        edit={countEdit}
        blank={initialValues(query)}
        marks={(count) => <StateTag look={countLook(count)} />}
        actions={(count) => (
          <button type="button" className="kw-button primary" onClick={() => publish(count)}>
            {t('count.publish')}
          </button>
        )}
      >
        {(count) => <CountFields count={count} />}
      </EditPage>
      <Suspense>{publishing && <PublishDialog count={publishing} onClose={() => setPublishing(null)} />}</Suspense>
    </>
  );
}

/** Initial values from the address: selected boxes, or the count whose differences are recounted. */
function initialValues(query: URLSearchParams): Record<string, unknown> {
  const [warehouseId, boxes, recountOf] = [query.get('warehouseId'), query.get('boxes'), query.get('recountOf')];
  return {
    ...(warehouseId !== null && { warehouseId }),
    ...(boxes !== null && { scope: 'BOX', type: 'SPOT', boxIds: boxes.split(',') }),
    ...(recountOf !== null && { scope: 'DIFFERENCES', type: 'SPOT', recountOf }),
  };
}
