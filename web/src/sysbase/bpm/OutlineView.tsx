// The steps in sequence with branches side by side, and the form of the selected element.
import type { GraphNode } from '@kuwei/contract/bpm/graph';
import { isOpen, type Branch, type Item, type Line, type Outline, type BranchFlow } from '@kuwei/contract/bpm/outline';
import { elementsOf, insertItem, newItem, ROOT_LINE, type LineAt, type NewKind } from '@kuwei/contract/bpm/outline-edit';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { AddMenu } from './AddMenu.tsx';
import { ResolvedCandidates } from './ResolvedCandidates.tsx';
import { useDesign } from './design.ts';
import './outline.css';

export interface Selected {
  id: string;
  /** For a flow out of a gateway: the gateway. */
  choice?: string;
}

interface OutlineViewProps {
  outline: Outline;
  selected: Selected | null;
  onSelect: (selected: Selected | null) => void;
  onChange: (change: (outline: Outline) => Outline) => void;
  /** Called by Delete on the focused element. */
  onRemove: (id: string) => void;
}

export function OutlineView({ outline, selected, onSelect, onChange, onRemove }: OutlineViewProps) {
  const t = useT();
  const { readOnly } = useDesign();
  const drawn = useRef<HTMLDivElement>(null);
  const added = useRef<string | null>(null);
  // Focuses the element just inserted.
  useEffect(() => {
    if (added.current === null) return;
    drawn.current?.querySelector<HTMLElement>(`[data-element="${CSS.escape(added.current)}"]`)?.focus();
    added.current = null;
  }, [outline]);
  const add = (at: LineAt, index: number, kind: NewKind): void => {
    const item = newItem(
      kind,
      [...elementsOf(outline).values()].map(({ node }) => node),
    );
    added.current = item.node.id;
    onChange((before) => insertItem(before, at, index, item));
    onSelect({ id: item.node.id });
  };
  const parts: Parts = { selected, onSelect, ...(readOnly ? {} : { add }) };
  return (
    <div className="flow-canvas" ref={drawn} onKeyDown={(event) => onKey(event, readOnly ? null : onRemove)}>
      <div className="flow-line">
        <Small node={outline.start} parts={parts} word={t('design.start')} />
        <LineView line={outline.line} at={ROOT_LINE} parts={parts} />
      </div>
    </div>
  );
}

/** Arrow keys move between cards; Delete removes one. */
function onKey(event: KeyboardEvent<HTMLDivElement>, remove: ((id: string) => void) | null): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-element]');
  if (!card || event.target !== card) return;
  if (event.key === 'Delete' && remove && card.dataset['fixed'] === undefined) {
    event.preventDefault();
    remove(card.dataset['element']!);
    return;
  }
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || event.altKey) return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-element]')];
  const next = cards[cards.indexOf(card) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface Parts {
  selected: Selected | null;
  onSelect: (selected: Selected) => void;
  add?: (at: LineAt, index: number, kind: NewKind) => void;
}

function LineView({ line, at, parts }: { line: Line; at: LineAt; parts: Parts }) {
  const t = useT();
  const between = (index: number): ReactNode => (
    <div className="flow-between">{parts.add && <AddMenu onAdd={(kind) => parts.add!(at, index, kind)} />}</div>
  );
  const last = line.items.at(-1);
  const closed = last?.kind === 'choice' && !isOpen({ items: [last], end: null });
  return (
    <>
      {line.items.map((item, index) => (
        <div className="flow-part" key={item.node.id}>
          {between(index)}
          <ItemView item={item} parts={parts} />
        </div>
      ))}
      {!closed && between(line.items.length)}
      {line.end && <Small node={line.end} parts={parts} word={t('design.end')} />}
    </>
  );
}

/** Start or end event. */
function Small({ node, parts, word }: { node: GraphNode; parts: Parts; word: string }) {
  const { words } = useDesign();
  const t = useT();
  return (
    <Card node={node} parts={parts} className="small" fixed>
      <strong>{words.nameOf(node) || word}</strong>
      {node.copies.length > 0 && (
        <span className="flow-copies">{t('design.copies.said', { names: words.candidates(node.copies) })}</span>
      )}
    </Card>
  );
}

interface CardProps {
  node: Pick<GraphNode, 'id'>;
  parts: Parts;
  className?: string;
  /** Cannot be removed. */
  fixed?: boolean;
  choice?: string;
  children: ReactNode;
}

function Card({ node, parts, className = '', fixed = false, choice, children }: CardProps) {
  const { faults, warnings } = useDesign();
  const t = useT();
  const wrong = faults.get(node.id);
  const warned = warnings.get(node.id);
  return (
    <button
      type="button"
      className={`flow-card ${className} ${wrong ? 'wrong' : ''}`}
      data-element={node.id}
      data-fixed={fixed ? '' : undefined}
      aria-pressed={parts.selected?.id === node.id}
      onClick={() => parts.onSelect({ id: node.id, ...(choice !== undefined && { choice }) })}
    >
      {children}
      {wrong && (
        <span className="flow-wrong" title={wrong.join('\n')}>
          {t('design.faults.count', { count: wrong.length })}
        </span>
      )}
      {!wrong && warned && (
        <span className="flow-wrong warned" title={warned.join('\n')}>
          {t('design.warnings.count', { count: warned.length })}
        </span>
      )}
    </button>
  );
}

function ItemView({ item, parts }: { item: Item; parts: Parts }) {
  switch (item.kind) {
    case 'one':
      return <StepCard node={item.node} parts={parts} />;
    case 'group':
      return <GroupView item={item} parts={parts} />;
    default:
      return <ChoiceView item={item} parts={parts} />;
  }
}

function StepCard({ node, parts }: { node: GraphNode; parts: Parts }) {
  const t = useT();
  const { words } = useDesign();
  const { kind, step, copies } = node;
  const asked = step?.candidates ?? copies;
  const isPass = kind !== 'step' && kind !== 'tell' && kind !== 'other';
  return (
    <Card node={node} parts={parts} className={isPass ? 'pass' : kind}>
      <span className="flow-kind">{isPass ? t('design.pass') : t(`design.kindName.${kind}`)}</span>
      <strong>{words.nameOf(node)}</strong>
      {asked.length > 0 && <span>{words.candidates(asked)}</span>}
      {step && asked.length > 1 && <span className="flow-more">{words.quorum(step)}</span>}
      {step && asked.length === 1 && step.quorum !== 'ONE' && <span className="flow-more">{words.quorum(step)}</span>}
      {step?.limit && <span className="flow-more">{words.limit(step.limit)}</span>}
      {step && copies.length > 0 && (
        <span className="flow-copies">{t('design.copies.said', { names: words.candidates(copies) })}</span>
      )}
      <ResolvedCandidates candidates={asked} />
    </Card>
  );
}

function GroupView({ item, parts }: { item: Extract<Item, { kind: 'group' }>; parts: Parts }) {
  const t = useT();
  const { words } = useDesign();
  return (
    <div className="flow-group">
      <Card node={item.node} parts={parts} className="head">
        <span className="flow-kind">{t('design.kindName.group')}</span>
        <strong>{words.nameOf(item.node)}</strong>
      </Card>
      <LineView line={{ ...item.line, end: null }} at={{ owner: item.node.id, way: null }} parts={parts} />
    </div>
  );
}

type Gateway = 'exclusive' | 'inclusive' | 'parallel';

function ChoiceView({ item, parts }: { item: Extract<Item, { kind: 'choice' }>; parts: Parts }) {
  const t = useT();
  const { words } = useDesign();
  const kind = item.node.kind as Gateway;
  return (
    <div className="flow-choice">
      <Card node={item.node} parts={parts} className="head">
        <span className="flow-kind">{t(`design.choice.${kind}`)}</span>
        {words.nameOf(item.node) !== '' && <strong>{words.nameOf(item.node)}</strong>}
      </Card>
      <div className="flow-branches">
        {item.branches.map((branch) => (
          <BranchView key={branch.way.id} branch={branch} choice={item.node.id} kind={kind} parts={parts} />
        ))}
      </div>
    </div>
  );
}

/** Describes the condition of a flow. */
function useBranchLabel(): (way: BranchFlow, kind: Gateway) => string {
  const t = useT();
  const { words } = useDesign();
  return (way, kind) => {
    if (kind === 'parallel') return words.nameOf(way) || t('design.way.both');
    if (way.isDefault) return t('design.way.else');
    return way.condition === null ? t('design.way.unset') : t('design.way.if', { condition: words.condition(way.condition) });
  };
}

function BranchView({ branch, choice, kind, parts }: { branch: Branch; choice: string; kind: Gateway; parts: Parts }) {
  const t = useT();
  const { words } = useDesign();
  const conditionText = useBranchLabel()(branch.way, kind);
  const name = kind === 'parallel' ? '' : words.nameOf(branch.way);
  return (
    <div className="flow-branch">
      <Card node={branch.way} parts={parts} className="way" choice={choice}>
        {name !== '' && <strong>{name}</strong>}
        <span>{conditionText}</span>
      </Card>
      <LineView line={branch.line} at={{ owner: choice, way: branch.way.id }} parts={parts} />
      {branch.line.items.length === 0 && branch.line.end === null && <span className="flow-empty">{t('design.way.empty')}</span>}
    </div>
  );
}
