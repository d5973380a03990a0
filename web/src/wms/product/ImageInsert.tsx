// The picture window of the product form: uploads, or pictures of other products.
import { productRoutes } from '@kuwei/contract/wms/product';
import { Input, Modal } from 'antd';
import { useDeferredValue, useState } from 'react';
import { DropArea } from '../../form/DropArea.tsx';
import { UploadList } from '../../form/UploadList.tsx';
import { IMAGES, useUploads } from '../../form/use-uploads.ts';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Thumb } from '../../ui/Thumb.tsx';
import './image-insert.css';

const SHOWN = 48;
const EDGE = 96;

interface ImageInsertProps {
  /** Pictures that the product already has. */
  has: readonly string[];
  max: number;
  onInsert: (ids: string[]) => void;
  onClose: () => void;
}

export function ImageInsert({ has, max, onInsert, onClose }: ImageInsertProps) {
  const t = useT();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly string[]>([]);
  const room = max - has.length - chosen.length;
  const { uploads, add, drop } = useUploads(IMAGES, ({ id }) => {
    setAdded((ids) => [...ids, id]);
    setChosen((ids) => [...ids, id]);
  });
  const toggle = (id: string): void =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : room > 0 ? [...ids, id] : ids));
  return (
    <Modal
      open
      width={720}
      title={t('product.insertTitle')}
      okText={t('product.insertDone', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 || uploads.some(({ failed }) => failed === null) }}
      onOk={() => onInsert([...chosen])}
      cancelText={t('common.cancel')}
      onCancel={onClose}
    >
      <h3 className="image-insert-title">{t('product.insertUpload')}</h3>
      <DropArea accept={IMAGES} multiple takesPaste disabled={room <= 0} onFiles={(files) => void add(files.slice(0, room))}>
        {t('product.insertHow')}
        <span className="form-drop-hint">{t('product.insertRoom', { count: room })}</span>
      </DropArea>
      <UploadList uploads={uploads} onDrop={drop} />
      {added.length > 0 && (
        <ul className="image-insert-grid">
          {added.map((id, at) => (
            <Choice
              key={id}
              file={id}
              name={t('form.imageNamed', { at: at + 1 })}
              isChosen={chosen.includes(id)}
              onToggle={toggle}
            />
          ))}
        </ul>
      )}
      <ExistingImages has={has} chosen={chosen} onToggle={toggle} />
    </Modal>
  );
}

function ExistingImages({
  has,
  chosen,
  onToggle,
}: {
  has: readonly string[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = { size: SHOWN, ...(q === '' ? {} : { q }) };
  const { data, error, refetch } = usePageQuery(productRoutes.listProducts, { query }, { keepPrevious: true });
  const pictures = (data?.list ?? []).filter(({ image }) => image !== null && !has.includes(image));
  return (
    <>
      <h3 className="image-insert-title">{t('product.insertPick')}</h3>
      <Input
        type="search"
        allowClear
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        aria-label={t('product.insertSearch')}
        placeholder={t('product.insertSearch')}
      />
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && pictures.length === 0 && <p className="image-insert-none">{t('product.insertNone')}</p>}
      <ul className="image-insert-grid scroll">
        {pictures.map(({ id, name, image }) => (
          <Choice key={id} file={image!} name={name} isChosen={chosen.includes(image!)} onToggle={onToggle} />
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps {
  file: string;
  name: string;
  isChosen: boolean;
  onToggle: (file: string) => void;
}

const Choice = ({ file, name, isChosen, onToggle }: ChoiceProps) => (
  <li>
    <button type="button" className="kw-plain image-insert-choice" aria-pressed={isChosen} onClick={() => onToggle(file)}>
      <Thumb file={file} edge={EDGE} alt="" />
      <span>{name}</span>
    </button>
  </li>
);
