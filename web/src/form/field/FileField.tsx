import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { fileAddress } from '../../ui/Thumb.tsx';
import { DropArea } from '../DropArea.tsx';
import { FormField, type FieldProps } from '../FormField.tsx';
import { UploadList } from '../UploadList.tsx';
import { useUploads, type Accept } from '../use-uploads.ts';
import './file-field.css';

interface FileFieldProps extends FieldProps {
  accept: Accept;
  /** Name of the record's current file. */
  fileName?: string | null | undefined;
}

/** One stored file; the form holds its id. */
export function FileField({ accept, fileName, disabled, width = 'full', ...rest }: FileFieldProps) {
  return (
    <FormField {...rest} width={width} view={(id: string) => <StoredLink id={id} name={fileName ?? accept.names} />}>
      <OneFile accept={accept} fileName={fileName ?? accept.names} disabled={disabled ?? false} />
    </FormField>
  );
}

const StoredLink = ({ id, name }: { id: string; name: string }) => (
  <a className="kw-link" href={fileAddress(id)} target="_blank" rel="noreferrer">
    {name}
  </a>
);

interface OneFileProps {
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
  accept: Accept;
  fileName: string;
  disabled: boolean;
}

function OneFile({ id, value, onChange, accept, fileName, disabled }: OneFileProps) {
  const t = useT();
  const [stored, setStored] = useState<{ id: string; name: string } | null>(null);
  const { uploads, add, drop } = useUploads(accept, (file) => {
    setStored(file);
    onChange?.(file.id);
  });
  return (
    <div>
      {value ? (
        <span className="form-file-stored">
          <StoredLink id={value} name={stored?.id === value ? stored.name : fileName} />
          {!disabled && (
            <button type="button" id={id} className="kw-plain kw-link" onClick={() => onChange?.(null)}>
              {t('form.fileRemove')}
            </button>
          )}
        </span>
      ) : (
        <DropArea id={id} accept={accept} disabled={disabled} onFiles={(files) => void add(files)}>
          {t('form.fileDrop')}
          <span className="form-drop-hint">{accept.names}</span>
        </DropArea>
      )}
      <UploadList uploads={uploads} onDrop={drop} />
    </div>
  );
}
