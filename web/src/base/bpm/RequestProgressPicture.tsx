// Diagram of a document's progress, loaded on request; visible to users who may open the document.
import { overviewRoutes } from '@kuwei/contract/bpm/overview';
import { joinList } from '@kuwei/contract/phrase';
import { Button, Modal, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { usePageQuery } from '../../page/query.ts';
import { useLocale, useT } from '../../phrase/phrases.ts';
import type { PictureMark } from '../../ui/flow/FlowPicture.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import './standing-picture.css';

const FlowPicture = lazyPart(async () => (await import('../../ui/flow/FlowPicture.tsx')).FlowPicture);

interface RequestProgressPictureProps {
  bizType: 'WMS_TRANSACTION' | 'WMS_INVENTORY' | 'WMS_AFTER_SALES' | 'WMS_SHARE';
  id: string;
}

export function RequestProgressPicture({ bizType, id }: RequestProgressPictureProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" className="standing-picture" onClick={() => setOpen(true)}>
        {t('bpm.picture.show')}
      </Button>
      <Modal open={open} width={1000} title={t('bpm.picture')} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <Picture bizType={bizType} id={id} />
      </Modal>
    </>
  );
}

function Picture(params: RequestProgressPictureProps) {
  const t = useT();
  const locale = useLocale();
  const { data, error, refetch, isFetching } = usePageQuery(
    overviewRoutes.getStanding,
    { params: { ...params } },
    { staleTime: 0 },
  );
  if (error && !data) return <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />;
  const marks: PictureMark[] = [
    ...data.flows.map((flow) => ({ id: flow, look: 'taken' as const })),
    ...data.marks.map(({ element, state, people }): PictureMark => {
      if (state === 'DONE') return { id: element, look: 'done', word: t('bpm.picture.done') };
      const names = joinList(locale, people);
      return { id: element, look: 'open', word: names === '' ? t('bpm.picture.open') : `${t('bpm.picture.open')} · ${names}` };
    }),
  ];
  const label = `${data.name} · ${t('bpm.picture.version', { version: data.version })}`;
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
      <p className="standing-name">{label}</p>
      <FlowPicture label={label} xml={data.xml} marks={marks} />
    </Suspense>
  );
}
