// The head of a container: name, path and actions.
import { containerRoutes, type Container } from '@kuwei/contract/wms/container';
import { Suspense, useState } from 'react';
import { invalidate } from '../../api/query-client.ts';
import { history } from '../../browser/history.ts';
import { lazyPart } from '../../browser/lazy-part.ts';
import { confirmDelete } from '../../ui/confirm-delete.ts';
import { useLogOf } from '../../page/log-of.ts';
import { usePage } from '../../page/page.ts';
import { usePageQuery, usePageWrite } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { ActionButtons } from '../../table/ActionButtons.tsx';
import type { RowAction } from '../../table/list-types.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { noticeDone, noticeError } from '../../ui/feedback.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { containerAddress, containerEdit, labelsAddress } from '../addresses.ts';
import { PlaceIcon } from '../place/PlaceIcon.tsx';
import { pathTo } from '../../ui/tree.ts';
import type { TreeItem } from '../place/tree-items.ts';
import type { PlaceTreeState } from '../place/use-place-tree.ts';
import { PlaceTitle } from './PlaceTitle.tsx';
import { rackGrid } from './rack-grid.ts';

// Lazy: few visits open these form dialogs.
const GenerateDialog = lazyPart(async () => (await import('./GenerateDialog.tsx')).GenerateDialog);
const MoveDialog = lazyPart(async () => (await import('./MoveDialog.tsx')).MoveDialog);

interface ContainerHeadProps {
  container: Container;
  tree: PlaceTreeState;
  hrefOf: (item: TreeItem) => string;
}

export function ContainerHead({ container, tree, hrefOf }: ContainerHeadProps) {
  const t = useT();
  const { id, code, name, type, warehouseId, boxes } = container;
  const { query, setQuery } = usePage();
  const [asking, setAsking] = useState<'generate' | 'move' | null>(query.has('generate') ? 'generate' : null);
  const { data: cells } = usePageQuery(containerRoutes.listCells, { params: { id } });
  const close = (): void => {
    setAsking(null);
    if (query.has('generate')) setQuery({ generate: null });
  };
  const remove = useRemove(container);
  const log = useLogOf(id);
  const actions: RowAction[] = [
    { key: 'edit', label: t('form.edit'), to: containerEdit({ id }) },
    { key: 'generate', label: t('container.generate'), run: () => setAsking('generate') },
    { key: 'child', label: t('container.newChild'), to: containerEdit({ in: { id, warehouseId, type } }) },
    { key: 'move', label: t('container.move'), run: () => setAsking('move') },
    {
      key: 'print',
      label: t('container.print'),
      to: labelsAddress({ containerId: id }),
      reason: boxes === 0 ? t('container.noBoxes') : undefined,
    },
    ...(log === null ? [] : [{ key: 'log', label: t('list.log'), to: log }]),
    { key: 'delete', label: t('common.delete'), danger: true, run: remove },
  ];
  return (
    <header className="place-head">
      <div>
        <PlaceTitle>
          <PlaceIcon type={type} />
          <span className="kw-code">{code}</span>
          <CopyButton text={code} />
          {name}
        </PlaceTitle>
        <PlacePath items={pathTo(tree.byId, id).slice(0, -1)} hrefOf={hrefOf} />
      </div>
      <div className="place-actions">
        <ActionButtons name={code} actions={actions} />
      </div>
      <Suspense>
        {asking === 'generate' && cells && (
          <GenerateDialog container={container} grid={rackGrid(cells, container)} onClose={close} />
        )}
        {asking === 'move' && <MoveDialog container={container} items={tree.items} onClose={close} />}
      </Suspense>
    </header>
  );
}

/** The path from the warehouse down. */
function PlacePath({ items, hrefOf }: { items: readonly TreeItem[]; hrefOf: (item: TreeItem) => string }) {
  return (
    <p className="place-way">
      {items.map((item, at) => (
        <span key={item.id}>
          {at > 0 && '/ '}
          <PageLink className="kw-link" to={hrefOf(item)}>
            {item.code} {item.name}
          </PageLink>
        </span>
      ))}
    </p>
  );
}

function useRemove({ id, name, parentId, warehouseId }: Container): () => Promise<void> {
  const t = useT();
  const write = usePageWrite(containerRoutes.deleteContainer, {
    onSuccess: async () => {
      noticeDone(t('common.deleted'));
      // Leave the deleted container before queries are refetched.
      history.replace(containerAddress(parentId ?? warehouseId));
      await Promise.all(['/wms/container', '/wms/warehouse'].map((path) => invalidate(path)));
    },
  });
  return async () => {
    if (!(await confirmDelete(name))) return;
    try {
      await write.mutateAsync({ params: { id } });
    } catch (error) {
      noticeError(t('container.deleteRefused', { name }), error instanceof Error ? error.message : String(error));
    }
  };
}
