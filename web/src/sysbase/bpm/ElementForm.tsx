// Properties of the selected element: the same form beside the outline and the full diagram.
import { LIMIT_ACTIONS, NO_CANDIDATE_ACTIONS, QUORUMS } from '@kuwei/contract/bpm/extension';
import type { Candidate, GraphNode, Step } from '@kuwei/contract/bpm/graph';
import type { BranchFlow } from '@kuwei/contract/bpm/outline';
import { renamed } from '@kuwei/contract/bpm/outline-edit';
import { Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { CandidatesField } from './CandidatesField.tsx';
import { ConditionField } from './ConditionField.tsx';
import { useDesign } from './design.ts';

interface TextProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  max?: number;
  lines?: boolean;
}

/** Commits on blur: otherwise each character would be an undo step. */
function TextLine({ label, value, onChange, max = 100, lines = false }: TextProps) {
  const { readOnly } = useDesign();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const leave = (): void => void (typed !== value && onChange(typed));
  const same = { value: typed, maxLength: max, readOnly, onBlur: leave };
  return (
    <label className="flow-label">
      <span>{label}</span>
      {lines ? (
        <Input.TextArea {...same} autoSize={{ minRows: 2, maxRows: 6 }} onChange={({ target }) => setTyped(target.value)} />
      ) : (
        <Input {...same} onChange={({ target }) => setTyped(target.value)} onPressEnter={leave} />
      )}
    </label>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

function ChoiceLine<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const { readOnly } = useDesign();
  return (
    <label className="flow-label">
      <span>{label}</span>
      <select className="kw-field" value={value} disabled={readOnly} onChange={({ target }) => onChange(target.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface NumberLineProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** An integer. Any other input is kept as 0, which publication refuses, and is named here. */
function NumberLine({ label, value, min, max, onChange }: NumberLineProps) {
  const t = useT();
  const { readOnly } = useDesign();
  const [typed, setTyped] = useState('');
  const isWrong = value < min || value > max;
  return (
    <label className="flow-label">
      <span>{label}</span>
      <NumberInput
        value={value === 0 ? typed : value}
        readOnly={readOnly}
        aria-invalid={isWrong}
        onChange={(text) => {
          setTyped(text);
          const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
          if (number !== value) onChange(number);
        }}
      />
      {isWrong && (
        <span className="flow-missing" role="alert">
          {t('design.numberRange', { min, max })}
        </span>
      )}
    </label>
  );
}

type Change = (change: (node: GraphNode) => GraphNode) => void;

/** Name in both languages, and description. */
export function NamesForm({ node, onChange }: { node: Pick<GraphNode, 'name' | 'nameEn' | 'about'>; onChange: Change }) {
  const t = useT();
  return (
    <>
      <TextLine label={t('design.name')} value={node.name} onChange={(name) => onChange((to) => renamed(to, name))} />
      <TextLine
        label={t('design.nameEn')}
        value={node.nameEn ?? ''}
        onChange={(nameEn) => onChange((to) => ({ ...to, nameEn: nameEn.trim() || null }))}
      />
      <TextLine
        label={t('design.about')}
        value={node.about ?? ''}
        lines
        max={1_000}
        onChange={(about) => onChange((to) => ({ ...to, about: about.trim() || null }))}
      />
    </>
  );
}

interface ElementFormProps {
  node: GraphNode;
  onChange: Change;
  /** Additional fields. */
  children?: ReactNode;
}

export function ElementForm({ node, onChange, children }: ElementFormProps) {
  const t = useT();
  const { faults, warnings } = useDesign();
  const { step, kind } = node;
  const copies = (value: Candidate[]): void => onChange((to) => ({ ...to, copies: value }));
  return (
    <div className="flow-form">
      <Faults messages={faults.get(node.id)} />
      <Faults messages={warnings.get(node.id)} warned />
      {step && <StepForm step={step} onChange={(change) => onChange((to) => ({ ...to, step: change(to.step ?? step) }))} />}
      {kind === 'tell' && <CandidatesField label={t('design.who.tell')} value={node.copies} onChange={copies} />}
      {children}
      {step && <CandidatesField label={t('design.copies')} value={node.copies} onChange={copies} />}
      {kind === 'end' && node.parent === null && (
        <CandidatesField label={t('design.copies.end')} value={node.copies} onChange={copies} />
      )}
      <NamesForm node={node} onChange={onChange} />
    </div>
  );
}

/** @param warned they need a confirmation on publication only */
export function Faults({ messages, warned = false }: { messages: readonly string[] | undefined; warned?: boolean }) {
  if (!messages) return null;
  return (
    <ul className={`flow-faults ${warned ? 'warned' : ''}`} role={warned ? 'status' : 'alert'}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

/** Default share, and number of approvers. */
const AMOUNTS: Readonly<Record<Step['quorum'], number>> = { ONE: 0, ALL: 0, SHARE: 50, COUNT: 2 };
const HOURS = 24;
const HOURS_MAX = 24 * 366;

function StepForm({ step, onChange }: { step: Step; onChange: (change: (step: Step) => Step) => void }) {
  const t = useT();
  const { candidates, quorum, amount, nobody, limit } = step;
  const set = (patch: Partial<Step>): void => onChange((to) => ({ ...to, ...patch }));
  const limits = [
    { value: 'NONE' as const, label: t('design.limit.none') },
    ...LIMIT_ACTIONS.map((value) => ({ value, label: t(`design.limit.${value}`) })),
  ];
  return (
    <>
      <CandidatesField label={t('design.who')} value={candidates} onChange={(value) => set({ candidates: value })} />
      <ChoiceLine
        label={t('design.quorum')}
        value={quorum}
        options={QUORUMS.map((value) => ({ value, label: t(`design.quorum.${value}`) }))}
        onChange={(value) => set({ quorum: value, amount: AMOUNTS[value] })}
      />
      {quorum === 'SHARE' && (
        <NumberLine
          label={t('design.quorum.percent')}
          value={amount}
          min={1}
          max={100}
          onChange={(value) => set({ amount: value })}
        />
      )}
      {quorum === 'COUNT' && (
        <NumberLine
          label={t('design.quorum.people')}
          value={amount}
          min={1}
          max={100}
          onChange={(value) => set({ amount: value })}
        />
      )}
      <ChoiceLine
        label={t('design.nobody')}
        value={nobody}
        options={NO_CANDIDATE_ACTIONS.map((value) => ({ value, label: t(`design.nobody.${value}`) }))}
        onChange={(value) => set({ nobody: value })}
      />
      <ChoiceLine
        label={t('design.limit')}
        value={limit?.action ?? 'NONE'}
        options={limits}
        onChange={(action) =>
          set({
            limit:
              action === 'NONE'
                ? null
                : { hours: limit?.hours ?? HOURS, action, candidates: action === 'ESCALATE' ? (limit?.candidates ?? []) : [] },
          })
        }
      />
      {limit && (
        <NumberLine
          label={t('design.limit.hoursLabel')}
          value={limit.hours}
          min={1}
          max={HOURS_MAX}
          onChange={(hours) => set({ limit: { ...limit, hours } })}
        />
      )}
      {limit?.action === 'ESCALATE' && (
        <CandidatesField
          label={t('design.limit.who')}
          value={limit.candidates}
          onChange={(value) => set({ limit: { ...limit, candidates: value } })}
        />
      )}
    </>
  );
}

interface BranchFormProps {
  way: BranchFlow;
  /** False if the flows of the gateway have no conditions. */
  asks: boolean;
  onChange: (patch: Partial<BranchFlow>) => void;
  children?: ReactNode;
}

export function BranchForm({ way, asks, onChange, children }: BranchFormProps) {
  const t = useT();
  const { faults } = useDesign();
  return (
    <div className="flow-form">
      <Faults messages={faults.get(way.id)} />
      {asks && way.isDefault && <p className="flow-hint">{t('design.condition.default')}</p>}
      {asks && !way.isDefault && <ConditionField value={way.condition} onChange={(condition) => onChange({ condition })} />}
      {children}
      <TextLine label={t('design.name')} value={way.name} onChange={(name) => onChange({ name })} />
      <TextLine
        label={t('design.nameEn')}
        value={way.nameEn ?? ''}
        onChange={(nameEn) => onChange({ nameEn: nameEn.trim() || null })}
      />
    </div>
  );
}
