// The workflow as editable steps; elements that the outline cannot show are named, and left to the full diagram.
import type { Sample } from '@kuwei/contract/bpm/definition';
import { isOpen, type Item } from '@kuwei/contract/bpm/outline';
import { elementsOf, removeItem } from '@kuwei/contract/bpm/outline-edit';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { ask } from '../../ui/feedback.ts';
import { useIsPhone } from '../../ui/use-media.ts';
import { DesignContext, useDesign } from './design.ts';
import { OutlineView, type Selected } from './OutlineView.tsx';
import { Notes, ReadOnlyReason, useReadOnlyReason } from './ReadOnlyReason.tsx';
import { SampleForm } from './SampleForm.tsx';
import { SidePanel, WorkflowPanel } from './SidePanel.tsx';
import type { WorkingCopy } from './use-working-copy.ts';

interface StepsViewProps {
  working: WorkingCopy;
  selected: Selected | null;
  onSelect: (selected: Selected | null) => void;
  onSample: (sample: Sample) => void;
  toPicture: () => void;
}

export function StepsView({ working, selected, onSelect, onSample, toPicture }: StepsViewProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const design = useDesign();
  const { outline, graph, looked } = working;
  const [whole, setWhole] = useState(false);
  const why = useReadOnlyReason(working);
  if (!outline || !graph)
    return (
      <ReadOnlyReason
        text={why ?? t('design.noOutline.unreadable')}
        working={working}
        toPicture={toPicture}
        readOnly={design.readOnly}
      />
    );
  // Editing would drop shapes beside the flow; unsupported elements have to be converted first.
  const readOnly = design.readOnly || why !== null;
  const remove = (id: string): void => {
    void (async () => {
      const found = elementsOf(outline).get(id);
      if (!found?.item) return;
      const count = stepsIn(found.item);
      const name = design.words.nameOf(found.node) || t(`design.kindName.${found.node.kind}`);
      const question = {
        title: t('design.removeAsk', { name, count }),
        yes: t('common.delete'),
        no: t('common.cancel'),
        danger: true,
      };
      if (count > 1 && !(await ask(question))) return;
      onSelect(null);
      working.setOutline((before) => removeItem(before, id));
    })();
  };
  const panel = selected ? (
    <SidePanel outline={outline} selected={selected} onSelect={onSelect} onChange={working.setOutline} onRemove={remove} />
  ) : (
    <>
      <h2>{t('design.process')}</h2>
      <WorkflowPanel graph={graph} onChange={working.setGraph} />
      <h2>{t('design.trial.sample')}</h2>
      <SampleForm onChange={onSample} />
    </>
  );
  const isOpenOnPhone = isPhone && (selected !== null || whole);
  const close = (): void => {
    onSelect(null);
    setWhole(false);
  };
  return (
    <DesignContext value={{ ...design, readOnly }}>
      {why !== null && !design.readOnly && <ReadOnlyReason text={why} working={working} toPicture={toPicture} readOnly={false} />}
      <div className="flow-steps">
        <OutlineView outline={outline} selected={selected} onSelect={onSelect} onChange={working.setOutline} onRemove={remove} />
        {isPhone ? (
          <>
            <Button className="flow-whole" onClick={() => setWhole(true)}>
              {t('design.process')}
            </Button>
            <Drawer open={isOpenOnPhone} title={t('design.settings')} placement="bottom" size="80%" onClose={close}>
              {panel}
            </Drawer>
          </>
        ) : (
          <aside className="flow-side" aria-label={t('design.settings')}>
            {panel}
          </aside>
        )}
      </div>
      {looked && looked.notes.length > 0 && design.readOnly && <Notes working={working} />}
    </DesignContext>
  );
}

/** Number of elements removed with an item. */
function stepsIn(item: Item): number {
  if (item.kind === 'one') return 1;
  if (item.kind === 'group') return 1 + item.line.items.reduce((sum, each) => sum + stepsIn(each), 0);
  return item.branches.reduce(
    (sum, { line }) => sum + line.items.reduce((count, each) => count + stepsIn(each), 0) + (isOpen(line) ? 0 : 1),
    1,
  );
}
