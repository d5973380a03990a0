// Images of a record: the first is its cover.
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { Thumb } from '../../ui/Thumb.tsx';
import { DropArea } from '../DropArea.tsx';
import { FormField, type FieldProps } from '../FormField.tsx';
import { UploadList } from '../UploadList.tsx';
import { IMAGES, useUploads } from '../use-uploads.ts';
import { moveInList } from './move-in-list.ts';
import './images-field.css';

interface ImagesFieldProps extends FieldProps {
  max: number;
  /** More ways to add an image, beside the drop area. */
  more?: ReactNode;
  /** Accepts images pasted anywhere on the page. */
  takesPaste?: boolean;
}

const EDGE = 96;

export const ImagesField = ({ max, more, takesPaste = true, disabled, width = 'full', ...rest }: ImagesFieldProps) => (
  <FormField {...rest} width={width} view={(ids: string[]) => <Shown ids={ids} />}>
    <Images max={max} more={more} takesPaste={takesPaste} disabled={disabled ?? false} />
  </FormField>
);

function Shown({ ids }: { ids: readonly string[] }) {
  const t = useT();
  return (
    <span className="form-images">
      {ids.map((id, at) => (
        <Thumb key={id} linked file={id} edge={EDGE} alt={t('form.imageNamed', { at: at + 1 })} />
      ))}
    </span>
  );
}

interface ImagesProps {
  id?: string;
  value?: readonly string[] | null;
  onChange?: (ids: string[]) => void;
  max: number;
  more: ReactNode;
  takesPaste: boolean;
  disabled: boolean;
}

function Images({ id, value, onChange, max, more, takesPaste, disabled }: ImagesProps) {
  const t = useT();
  const ids = value ?? [];
  // Several may arrive before the form rerenders.
  const latest = useRef(ids);
  latest.current = ids;
  const set = (next: string[]): void => {
    latest.current = next;
    onChange?.(next);
  };
  const { uploads, add, drop } = useUploads(IMAGES, (file) => {
    if (latest.current.length < max) set([...latest.current, file.id]);
  });
  const [dragged, setDragged] = useState<number | null>(null);
  const room = max - ids.length - uploads.length;
  return (
    <div>
      <ol className="form-images">
        {ids.map((file, at) => (
          <Picture
            key={file}
            file={file}
            at={at}
            count={ids.length}
            disabled={disabled}
            isDragged={dragged === at}
            onDrag={setDragged}
            onDropOn={(on) => dragged !== null && set(moveInList(latest.current, dragged, on))}
            onMove={(to) => set(moveInList(latest.current, at, to))}
            onRemove={() => set(latest.current.filter((each) => each !== file))}
          />
        ))}
        <li className="form-image-add">
          <DropArea
            id={id}
            accept={IMAGES}
            multiple
            takesPaste={takesPaste}
            disabled={disabled || room <= 0}
            onFiles={(files) => void add(files.slice(0, room))}
          >
            <span aria-hidden="true" className="form-plus">
              +
            </span>
            {t('form.imageAdd')}
            <span className="form-drop-hint">{room <= 0 ? t('form.imageMax', { max }) : t('form.imagePaste')}</span>
          </DropArea>
        </li>
      </ol>
      {more}
      <UploadList uploads={uploads} onDrop={drop} />
    </div>
  );
}

interface PictureProps {
  file: string;
  at: number;
  count: number;
  disabled: boolean;
  isDragged: boolean;
  onDrag: (at: number | null) => void;
  onDropOn: (at: number) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Picture({ file, at, count, disabled, isDragged, onDrag, onDropOn, onMove, onRemove }: PictureProps) {
  const t = useT();
  const number = { at: at + 1 };
  const over = (event: DragEvent): void => event.preventDefault();
  return (
    <li
      className={`form-image ${isDragged ? 'dragged' : ''}`}
      draggable={!disabled}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(at);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={over}
      onDrop={(event) => {
        event.preventDefault();
        onDropOn(at);
      }}
    >
      <Thumb linked file={file} edge={EDGE} alt={t('form.imageNamed', number)} />
      {at === 0 ? (
        <span className="form-image-cover">{t('form.imageCover')}</span>
      ) : (
        !disabled && (
          <button type="button" className="kw-plain form-image-cover set" onClick={() => onMove(0)}>
            {t('form.imageSetCover')}
          </button>
        )
      )}
      {!disabled && (
        <span className="form-image-actions">
          <button
            type="button"
            className="kw-plain"
            disabled={at === 0}
            aria-label={t('form.imageLeft', number)}
            onClick={() => onMove(at - 1)}
          >
            ‹
          </button>
          <button
            type="button"
            className="kw-plain"
            disabled={at === count - 1}
            aria-label={t('form.imageRight', number)}
            onClick={() => onMove(at + 1)}
          >
            ›
          </button>
          <button type="button" className="kw-plain" aria-label={t('form.imageRemove', number)} onClick={onRemove}>
            ×
          </button>
        </span>
      )}
    </li>
  );
}
