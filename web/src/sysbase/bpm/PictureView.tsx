// The full diagram, beside the properties of the selected element: also for definitions without an outline, which are repaired here.
import type { Graph, GraphFlow, GraphNode } from '@kuwei/contract/bpm/graph';
import {
  addNode,
  choosesFlows,
  connectNodes,
  mayConnect,
  outgoing,
  removeFlow,
  removeNode,
  targetsOf,
  updateFlow,
  updateNode,
} from '@kuwei/contract/bpm/graph-edit';
import type { NodeKind } from '@kuwei/contract/bpm/outline-edit';
import { Button, Skeleton } from 'antd';
import { Suspense } from 'react';
import { lazyPart } from '../../browser/lazy-part.ts';
import { useT } from '../../phrase/phrases.ts';
import type { PictureMark } from '../../ui/flow/FlowPicture.tsx';
import { DesignContext, drawable, useDesign } from './design.ts';
import { BranchForm, ElementForm } from './ElementForm.tsx';
import type { Selected } from './OutlineView.tsx';
import { ReadOnlyReason, useUnsupportedReason } from './ReadOnlyReason.tsx';
import { WorkflowPanel } from './SidePanel.tsx';
import { useElementNames } from './use-element-names.ts';
import type { WorkingCopy } from './use-working-copy.ts';
import './design.css';

const FlowPicture = lazyPart(async () => (await import('../../ui/flow/FlowPicture.tsx')).FlowPicture);

const NEXT_KINDS = ['step', 'tell', 'exclusive', 'inclusive', 'parallel', 'end'] as const;

interface PictureViewProps {
  working: WorkingCopy;
  selected: Selected | null;
  onSelect: (selected: Selected | null) => void;
  toSteps: () => void;
}

export function PictureView({ working, selected, onSelect, toSteps }: PictureViewProps) {
  const t = useT();
  const design = useDesign();
  const { graph, xml, outline, fault } = working;
  const unsupported = useUnsupportedReason(working);
  const nameOf = useElementNames(graph);
  if (!graph) return working.looked ? <p role="alert">{t('design.noOutline.unreadable')}</p> : <Skeleton active />;
  const readOnly = design.readOnly || unsupported !== null;
  const marks: PictureMark[] = [
    ...[...design.faults].map(([id, messages]): PictureMark => {
      return { id, look: 'wrong', word: t('design.faults.count', { count: messages.length }) };
    }),
    ...(fault && !design.faults.has(fault.element)
      ? [{ id: fault.element, look: 'wrong' as const, word: t('design.picture.here') }]
      : []),
    ...(selected ? [{ id: selected.id, look: 'selected' as const }] : []),
  ];
  const node = graph.nodes.find(({ id }) => id === selected?.id);
  const flow = graph.flows.find(({ id }) => id === selected?.id);
  const panel: PanelProps = { graph, onChange: working.setGraph, onSelect: (id) => onSelect(id === null ? null : { id }) };
  return (
    <DesignContext value={{ ...design, readOnly }}>
      {unsupported !== null && !design.readOnly && <ReadOnlyReason text={unsupported} working={working} readOnly={false} />}
      {outline === null && unsupported === null && !design.readOnly && (
        <p className="flow-hint flow-why">{t('design.picture.repair')}</p>
      )}
      <div className="flow-drawn">
        <Suspense fallback={<Skeleton active />}>
          <FlowPicture
            label={t('design.view.picture')}
            xml={drawable(xml, graph)}
            marks={marks}
            tall
            onSelect={(id) => panel.onSelect(id)}
          />
        </Suspense>
        <aside className="flow-side" aria-label={t('design.settings')}>
          <label className="flow-label">
            <span>{t('design.picture.element')}</span>
            <select
              className="kw-field"
              value={node?.id ?? flow?.id ?? ''}
              onChange={({ target }) => panel.onSelect(target.value || null)}
            >
              <option value="">{t('design.whole')}</option>
              {[...graph.nodes, ...graph.flows].map(({ id }) => (
                <option key={id} value={id}>
                  {design.faults.has(id) ? t('design.picture.faulty', { name: nameOf(id) }) : nameOf(id)}
                </option>
              ))}
            </select>
          </label>
          {node && <NodePanel key={node.id} {...panel} node={node} nameOf={nameOf} />}
          {flow && <FlowPanel key={flow.id} {...panel} flow={flow} nameOf={nameOf} />}
          {!node && !flow && <WholePanel {...panel} />}
          {outline && (
            <Button size="small" onClick={toSteps}>
              {t('design.toSteps')}
            </Button>
          )}
        </aside>
      </div>
    </DesignContext>
  );
}

interface PanelProps {
  graph: Graph;
  onChange: (graph: Graph) => void;
  onSelect: (id: string | null) => void;
}
type NameOf = (id: string) => string;

/** A selection that acts at once, and stays empty. */
function ActionSelect<V extends string>(props: {
  label: string;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
}) {
  const { label, options, onChoose } = props;
  return (
    <select
      className="kw-field"
      aria-label={label}
      value=""
      disabled={options.length === 0}
      onChange={({ target }) => onChoose(target.value as V)}
    >
      <option value="" disabled>
        {label}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function NodePanel({ graph, onChange, onSelect, node, nameOf }: PanelProps & { node: GraphNode; nameOf: NameOf }) {
  const t = useT();
  const { readOnly } = useDesign();
  const targets = targetsOf(graph, node.id).map(({ id }) => ({ value: id, label: nameOf(id) }));
  const add = (kind: NodeKind): void => {
    const made = addNode(graph, kind, node.id);
    onChange(made.graph);
    onSelect(made.node.id);
  };
  const remove = (): void => {
    onSelect(null);
    onChange(removeNode(graph, node.id));
  };
  const kinds = NEXT_KINDS.filter((kind) => kind !== 'end' || mayConnect(graph, node));
  return (
    <ElementForm node={node} onChange={(change) => onChange(updateNode(graph, node.id, change))}>
      {node.kind !== 'end' && (
        <fieldset className="flow-field">
          <legend>{t('design.picture.next')}</legend>
          {outgoing(graph, node.id).map((flow) => (
            <div className="flow-next" key={flow.id}>
              <button type="button" className="kw-plain kw-link" onClick={() => onSelect(flow.id)}>
                {nameOf(flow.to)}
              </button>
              {!readOnly && (
                <Button
                  size="small"
                  aria-label={t('design.removeOf', { name: nameOf(flow.id) })}
                  onClick={() => onChange(removeFlow(graph, flow.id))}
                >
                  {t('design.picture.disconnect')}
                </Button>
              )}
            </div>
          ))}
          {!readOnly && mayConnect(graph, node) && (
            <ActionSelect
              label={t('design.picture.connect')}
              options={targets}
              onChoose={(to) => onChange(connectNodes(graph, node.id, to))}
            />
          )}
          {!readOnly && (
            <ActionSelect
              label={t('design.picture.addNext')}
              options={kinds.map((value) => ({ value, label: t(`design.kindName.${value}`) }))}
              onChoose={add}
            />
          )}
        </fieldset>
      )}
      {!readOnly && (
        <div className="flow-tools">
          <Button size="small" danger onClick={remove}>
            {t('design.removeOf', { name: nameOf(node.id) })}
          </Button>
        </div>
      )}
    </ElementForm>
  );
}

function FlowPanel({ graph, onChange, onSelect, flow, nameOf }: PanelProps & { flow: GraphFlow; nameOf: NameOf }) {
  const t = useT();
  const { readOnly } = useDesign();
  const source = graph.nodes.find(({ id }) => id === flow.from);
  const chooses = source !== undefined && choosesFlows(graph, source);
  const change = (patch: Partial<GraphFlow>): void => onChange(updateFlow(graph, flow.id, patch));
  const remove = (): void => {
    onSelect(flow.from);
    onChange(removeFlow(graph, flow.id));
  };
  return (
    <BranchForm way={flow} asks={chooses} onChange={change}>
      {!readOnly && (
        <>
          <ActionSelect
            label={t('design.picture.redirect')}
            options={targetsOf(graph, flow.from).map(({ id }) => ({ value: id, label: nameOf(id) }))}
            onChoose={(to) => change({ to })}
          />
          <div className="flow-tools">
            {chooses && !flow.isDefault && (
              <Button size="small" onClick={() => change({ isDefault: true })}>
                {t('design.picture.makeDefault')}
              </Button>
            )}
            <Button size="small" danger onClick={remove}>
              {t('design.picture.removeWay')}
            </Button>
          </div>
        </>
      )}
    </BranchForm>
  );
}

/** Nothing is selected: the workflow itself, and a start or end where one is missing. */
function WholePanel({ graph, onChange, onSelect }: PanelProps) {
  const t = useT();
  const { readOnly } = useDesign();
  const missing = (['start', 'end'] as const).filter(
    (kind) => !graph.nodes.some((node) => node.kind === kind && node.parent === null),
  );
  const add = (kind: NodeKind): void => {
    const made = addNode(graph, kind, null);
    onChange(made.graph);
    onSelect(made.node.id);
  };
  return (
    <>
      <WorkflowPanel graph={graph} onChange={onChange} />
      {!readOnly && missing.length > 0 && (
        <div className="flow-tools">
          {missing.map((kind) => (
            <Button size="small" key={kind} onClick={() => add(kind)}>
              {t('design.picture.add', { kind: t(`design.kindName.${kind}`) })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
