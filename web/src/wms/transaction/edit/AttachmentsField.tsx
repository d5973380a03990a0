import type { Transaction } from '@kuwei/contract/wms/transaction-reply';
import { useRef, useState } from 'react';
import { DropArea } from '../../../form/DropArea.tsx';
import { FormField } from '../../../form/FormField.tsx';
import { UploadList } from '../../../form/UploadList.tsx';
import { useUploads, type Accept } from '../../../form/use-uploads.ts';
import { useT } from '../../../phrase/phrases.ts';
import { FileLink } from '../../document/FileLink.tsx';

const MAX = 10;
const ACCEPT: Accept = {
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
  names: 'PDF, PNG, JPEG, WebP',
};

interface AttachmentsFieldProps {
  /** Attached files with their names. */
  files: Transaction['attachments'];
}

/** Permits, delivery notes, photos; the form value is the file ids. */
export const AttachmentsField = ({ files }: AttachmentsFieldProps) => (
  <FormField name="attachments" label="tx.head.attachments" width="third">
    <Attachments files={files} />
  </FormField>
);

interface AttachmentsProps extends AttachmentsFieldProps {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (ids: string[]) => void;
}

function Attachments({ id, value, onChange, files }: AttachmentsProps) {
  const t = useT();
  const ids = value ?? [];
  const latest = useRef(ids);
  latest.current = ids;
  const [names] = useState(() => new Map<string, string>());
  for (const file of files) names.set(file.id, file.name);
  const { uploads, add, drop } = useUploads(ACCEPT, (file) => {
    names.set(file.id, file.name);
    if (latest.current.length >= MAX) return;
    latest.current = [...latest.current, file.id];
    onChange?.([...latest.current]);
  });
  return (
    <div className="document-files">
      {ids.map((each) => (
        <span key={each} className="document-file">
          <FileLink id={each} name={names.get(each) ?? each} />
          <button
            type="button"
            className="kw-plain document-file-drop"
            aria-label={`${t('form.fileRemove')} ${names.get(each) ?? ''}`}
            title={t('form.fileRemove')}
            onClick={() => onChange?.(ids.filter((other) => other !== each))}
          >
            ×
          </button>
        </span>
      ))}
      {ids.length < MAX && (
        <DropArea id={id} accept={ACCEPT} multiple onFiles={(chosen) => void add(chosen.slice(0, MAX - ids.length))}>
          {t('tx.head.addFile')} <span className="form-drop-hint">{ACCEPT.names}</span>
        </DropArea>
      )}
      <UploadList uploads={uploads} onDrop={drop} />
    </div>
  );
}
