// Beside the outline: properties and actions of the selected element; of the workflow if none is selected.
import type { Graph } from '@kuwei/contract/bpm/graph';
import type { Item, Outline } from '@kuwei/contract/bpm/outline';
import {
  updateElement,
  changeGatewayKind,
  elementsOf,
  moveItem,
  placeOf,
  addBranch,
  updateBranchFlow,
  moveBranch,
  removeBranch,
} from '@kuwei/contract/bpm/outline-edit';
import { Button } from 'antd';
import { useT } from '../../phrase/phrases.ts';
import { useDesign } from './design.ts';
import { ElementForm, Faults, NamesForm, BranchForm } from './ElementForm.tsx';
import type { Selected } from './OutlineView.tsx';
import './design.css';

const KINDS = ['exclusive', 'inclusive', 'parallel'] as const;

interface SidePanelProps {
  outline: Outline;
  selected: Selected;
  onSelect: (selected: Selected | null) => void;
  onChange: (change: (outline: Outline) => Outline) => void;
  onRemove: (id: string) => void;
}

export function SidePanel({ outline, selected, onSelect, onChange, onRemove }: SidePanelProps) {
  const found = elementsOf(outline).get(selected.choice ?? selected.id);
  if (!found) return null;
  if (selected.choice !== undefined && found.item?.kind === 'choice')
    return <BranchPanel key={selected.id} item={found.item} wayId={selected.id} onSelect={onSelect} onChange={onChange} />;
  const { node, item } = found;
  return (
    <ElementForm key={node.id} node={node} onChange={(change) => onChange((before) => updateElement(before, node.id, change))}>
      {item?.kind === 'choice' && <ChoiceTools item={item} onChange={onChange} />}
      {item && <ItemTools outline={outline} item={item} onChange={onChange} onRemove={onRemove} />}
    </ElementForm>
  );
}

type Choice = Extract<Item, { kind: 'choice' }>;

function BranchPanel({
  item,
  wayId,
  onSelect,
  onChange,
}: { item: Choice; wayId: string } & Pick<SidePanelProps, 'onSelect' | 'onChange'>) {
  const t = useT();
  const { readOnly, words } = useDesign();
  const at = item.branches.findIndex(({ way }) => way.id === wayId);
  const way = item.branches[at]?.way;
  if (!way) return null;
  const { id } = item.node;
  const remove = (): void => {
    onSelect({ id });
    onChange((before) => removeBranch(before, id, wayId));
  };
  return (
    <BranchForm
      way={way}
      asks={item.node.kind !== 'parallel'}
      onChange={(patch) => onChange((before) => updateBranchFlow(before, id, wayId, patch))}
    >
      {!readOnly && (
        <div className="flow-tools">
          <Button size="small" disabled={at === 0} onClick={() => onChange((before) => moveBranch(before, id, wayId, -1))}>
            {t('design.moveLeft')}
          </Button>
          <Button
            size="small"
            disabled={at === item.branches.length - 1}
            onClick={() => onChange((before) => moveBranch(before, id, wayId, 1))}
          >
            {t('design.moveRight')}
          </Button>
          <Button size="small" danger disabled={way.isDefault && item.branches.length > 2} onClick={remove}>
            {t('design.removeOf', { name: words.nameOf(way) || t('design.way.nth', { n: at + 1 }) })}
          </Button>
        </div>
      )}
    </BranchForm>
  );
}

function ChoiceTools({ item, onChange }: { item: Choice } & Pick<SidePanelProps, 'onChange'>) {
  const t = useT();
  const { readOnly } = useDesign();
  const { id, kind } = item.node;
  return (
    <>
      <label className="flow-label">
        <span>{t('design.choice.kind')}</span>
        <select
          className="kw-field"
          value={kind}
          disabled={readOnly}
          onChange={({ target }) => onChange((before) => changeGatewayKind(before, id, target.value as (typeof KINDS)[number]))}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`design.choice.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {!readOnly && (
        <div className="flow-tools">
          <Button size="small" onClick={() => onChange((before) => addBranch(before, id))}>
            {t('design.addWay')}
          </Button>
        </div>
      )}
    </>
  );
}

function ItemTools({
  outline,
  item,
  onChange,
  onRemove,
}: { item: Item } & Pick<SidePanelProps, 'outline' | 'onChange' | 'onRemove'>) {
  const t = useT();
  const { readOnly, words } = useDesign();
  if (readOnly) return null;
  const { node } = item;
  const place = placeOf(outline, node.id);
  return (
    <div className="flow-tools">
      <Button size="small" disabled={place?.index === 0} onClick={() => onChange((before) => moveItem(before, node.id, -1))}>
        {t('design.moveUp')}
      </Button>
      <Button
        size="small"
        disabled={place !== null && place.index === place.count - 1}
        onClick={() => onChange((before) => moveItem(before, node.id, 1))}
      >
        {t('design.moveDown')}
      </Button>
      <Button size="small" danger onClick={() => onRemove(node.id)}>
        {t('design.removeOf', { name: words.nameOf(node) || t(`design.kindName.${node.kind}`) })}
      </Button>
    </div>
  );
}

/** Properties of the workflow: name, and errors of the definition as a whole. */
export function WorkflowPanel({ graph, onChange }: { graph: Graph; onChange: (graph: Graph) => void }) {
  const { faults } = useDesign();
  return (
    <div className="flow-form">
      <Faults messages={faults.get('')} />
      <NamesForm
        node={graph}
        onChange={(change) => {
          const { name, nameEn, about } = change({ ...BLANK, ...graph });
          onChange({ ...graph, name, nameEn, about });
        }}
      />
    </div>
  );
}

/** The form edits a node; for the workflow only the names are used. */
const BLANK = { kind: 'other' as const, type: '', parent: null, step: null, copies: [] };
