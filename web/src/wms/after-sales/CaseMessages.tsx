// The conversation of a case, with the field for a new message.
import { afterSalesRoutes, CASE_PICTURES_MAX, type AfterSalesCase } from '@kuwei/contract/wms/after-sales';
import { caseRefusal } from '@kuwei/contract/wms/after-sales-state';
import { Input } from 'antd';
import { useRef, useState } from 'react';
import { UploadList } from '../../form/UploadList.tsx';
import { IMAGES, useUploads } from '../../form/use-uploads.ts';
import { useDirty } from '../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { say, useT } from '../../phrase/phrases.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { noticeError } from '../../ui/feedback.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import { When } from '../../ui/When.tsx';
import { Pictures } from './Pictures.tsx';
import './after-sales.css';

const TEXT_MAX = 2_000;

interface CaseMessagesProps {
  of: AfterSalesCase;
  heading: 'h2' | 'h3';
  isReadOnly?: boolean;
}

export function CaseMessages({ of: filed, heading: Heading, isReadOnly = false }: CaseMessagesProps) {
  const t = useT();
  const { data } = usePageQuery(afterSalesRoutes.listCaseMessages, { params: { id: filed.id } });
  const mayWrite = !isReadOnly && caseRefusal('say', filed) === null;
  if (!mayWrite && (data ?? []).length === 0) return null;
  return (
    <section className="facts">
      <Heading>{t('afs.talk')}</Heading>
      {data?.length === 0 && <p className="none">{t('afs.talkEmpty')}</p>}
      <ol className="afs-talk">
        {data?.map(({ id, at, userName, proxyName, side, mine, content, pictures }) => (
          <li key={id} className={mine ? 'mine' : ''}>
            <p className="afs-who">
              <strong>{userName}</strong>
              {proxyName !== null && ` (${proxyName})`} {say(`afs.side.${side}`)} <When at={at} />
            </p>
            <p className="afs-text">{content}</p>
            <Pictures ids={pictures} />
          </li>
        ))}
      </ol>
      {mayWrite && <MessageForm id={filed.id} />}
    </section>
  );
}

function MessageForm({ id }: { id: string }) {
  const t = useT();
  const [content, setContent] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const { uploads, add, drop } = useUploads(IMAGES, (stored) => setPictures((all) => [...all, stored.id]));
  const write = usePageWrite(afterSalesRoutes.sayInCase, { changes: ['/wms/after-sales'] });
  useDirty(content.trim() !== '' || pictures.length > 0);
  const send = async (): Promise<void> => {
    if (content.trim() === '') return;
    try {
      await write.mutateAsync({ params: { id }, body: { content, pictures: [...pictures] } });
      setContent('');
      setPictures([]);
    } catch (error) {
      noticeError(t('afs.failed'), error instanceof Error ? error.message : String(error));
    }
  };
  const room = CASE_PICTURES_MAX - pictures.length - uploads.length;
  return (
    <div className="afs-say">
      <Input.TextArea
        aria-label={t('afs.say')}
        placeholder={t('afs.sayHint')}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={TEXT_MAX}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      {pictures.length > 0 && (
        <div className="afs-pictures">
          {pictures.map((picture, at) => (
            <span key={picture} className="afs-picture">
              <Thumb file={picture} edge={64} alt={t('form.imageNamed', { at: at + 1 })} />
              <button
                type="button"
                className="kw-plain kw-link"
                onClick={() => setPictures((all) => all.filter((each) => each !== picture))}
              >
                {t('afs.removePicture', { at: at + 1 })}
              </button>
            </span>
          ))}
        </div>
      )}
      <UploadList uploads={uploads} onDrop={drop} />
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept={IMAGES.types.join(',')}
        onChange={(event) => {
          void add([...(event.target.files ?? [])].slice(0, Math.max(0, room)));
          event.target.value = '';
        }}
      />
      <div className="afs-say-actions">
        <button type="button" className="kw-button" disabled={room <= 0} onClick={() => file.current?.click()}>
          {t('afs.addPicture')}
        </button>
        <BusyButton type="primary" busy={write.isPending} disabled={content.trim() === ''} onClick={() => void send()}>
          {t('afs.send')}
        </BusyButton>
      </div>
    </div>
  );
}
