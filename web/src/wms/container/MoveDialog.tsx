// Moves a container with all its contents.
import { containerForm, containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { Modal } from 'antd';
import { useState } from 'react';
import { ProblemNote } from '../../form/FormNotes.tsx';
import { valuesOf } from '../../form/schema.ts';
import { usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { noticeDone } from '../../ui/feedback.ts';
import { RefusedCount } from '../goods/CountHold.tsx';
import { PlaceTree } from '../place/PlaceTree.tsx';
import { idsBelow, treeRows } from '../../ui/tree.ts';
import { placeText, type TreeItem } from '../place/tree-items.ts';
import '../../form/section.css';
import './move.css';

interface MoveDialogProps {
  container: Container;
  items: readonly TreeItem[];
  onClose: () => void;
}

export function MoveDialog({ container, items, onClose }: MoveDialogProps) {
  const t = useT();
  const { id, name, rev, parentId, warehouseId } = container;
  const [wanted, setWanted] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(items.map((item) => item.id)));
  const [to, setTo] = useState<TreeItem | null>(null);
  const write = usePageWrite(containerRoutes.updateContainer, {
    changes: ['/wms/container', '/wms/warehouse-box', '/wms/warehouse'],
    onSuccess: () => {
      noticeDone(t('move.done', { name: to!.name }));
      onClose();
    },
  });
  const ownSubtree = idsBelow(items, id);
  const reasonOf = (item: TreeItem): string | undefined => {
    if (ownSubtree.has(item.id)) return t('move.itself');
    if (item.id === (parentId ?? warehouseId)) return t('move.here');
    return item.closed ? t('place.closed') : undefined;
  };
  const move = (): void => {
    const form = valuesOf(containerForm, container) as unknown as Container;
    const parent = to!.type === 'WAREHOUSE' ? null : to!.id;
    write.mutate({ params: { id }, body: { ...form, warehouseId: to!.warehouseId, parentId: parent, rev } });
  };
  return (
    <Modal
      open
      title={t('move.title', { name })}
      okText={to ? t('move.run', { name: to.code }) : t('container.move')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: to === null, title: to === null ? t('move.choose') : '' }}
      confirmLoading={write.isPending}
      onOk={move}
      onCancel={onClose}
    >
      <p className="form-section-text">{t('move.text')}</p>
      <input
        type="search"
        className="kw-field move-search"
        aria-label={t('place.tree.search')}
        placeholder={t('place.tree.search')}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <div className="move-tree">
        <PlaceTree
          label={t('move.to')}
          rows={treeRows(items, open, wanted, placeText)}
          chosen={to?.id ?? null}
          onToggle={(each) => setOpen((before) => toggle(before, each))}
          onChoose={(item) => {
            setTo(item);
            write.reset();
          }}
          reasonOf={reasonOf}
        />
      </div>
      {write.error && (
        <ProblemNote title={write.error.message}>
          <RefusedCount error={write.error} />
        </ProblemNote>
      )}
    </Modal>
  );
}

function toggle(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
}
