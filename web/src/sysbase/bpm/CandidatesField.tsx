// Candidates of a step, or recipients of its notices: a list of descriptions, with a preview of the users each resolves to now.
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined';
import { LEADER_SCOPES, ROLE_PLACES } from '@kuwei/contract/bpm/extension';
import type { Candidate } from '@kuwei/contract/bpm/graph';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useT } from '../../phrase/phrases.ts';
import { matchesOption } from '../../ui/options.ts';
import { ResolvedCandidates } from './ResolvedCandidates.tsx';
import { useDesign } from './design.ts';
import { PersonChooser } from './Choosers.tsx';

interface CandidatesFieldProps {
  label: string;
  value: readonly Candidate[];
  onChange: (value: Candidate[]) => void;
}

export function CandidatesField({ label, value, onChange }: CandidatesFieldProps) {
  const t = useT();
  const { words, readOnly } = useDesign();
  const [adding, setAdding] = useState(false);
  const add = (candidate: Candidate): void => {
    setAdding(false);
    if (!value.some((each) => JSON.stringify(each) === JSON.stringify(candidate))) onChange([...value, candidate]);
  };
  return (
    <fieldset className="flow-field">
      <legend>{label}</legend>
      {value.length > 0 && (
        <ul className="flow-people">
          {value.map((candidate, at) => {
            const description = words.candidate(candidate);
            return (
              <li key={JSON.stringify(candidate)}>
                <span>
                  {description}
                  <ResolvedCandidates candidates={[candidate]} />
                </span>
                {!readOnly && (
                  <button
                    type="button"
                    className="kw-plain flow-take"
                    aria-label={t('design.who.remove', { name: description })}
                    title={t('design.who.remove', { name: description })}
                    onClick={() => onChange(value.filter((_, other) => other !== at))}
                  >
                    <CloseOutlined aria-hidden="true" />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {!readOnly && (adding ? <NewCandidate onAdd={add} onClose={() => setAdding(false)} /> : null)}
      {!readOnly && !adding && (
        <Button size="small" onClick={() => setAdding(true)}>
          {t('design.who.add')}
        </Button>
      )}
    </fieldset>
  );
}

type Which =
  | `ROLE.${(typeof ROLE_PLACES)[number]}`
  | `LEADER.${(typeof LEADER_SCOPES)[number]}`
  | 'PERSON'
  | `GROUP.${string}`
  | `FIELD.${string}`;

/** A candidate without further fields is added as soon as it is chosen. */
function NewCandidate({ onAdd, onClose }: { onAdd: (candidate: Candidate) => void; onClose: () => void }) {
  const t = useT();
  const { kind, roles } = useDesign();
  const [which, setWhich] = useState<Which | ''>('');
  const choose = (to: Which | ''): void => {
    setWhich(to);
    const [one, rest = ''] = to.split(/\.(.*)/s);
    if (one === 'LEADER') onAdd({ kind: 'LEADER', of: rest as 'OWNER' });
    if (one === 'GROUP') onAdd({ kind: 'GROUP', group: rest });
    if (one === 'FIELD') onAdd({ kind: 'FIELD', field: rest });
  };
  return (
    <div className="flow-new">
      <select
        className="kw-field"
        aria-label={t('design.who.kind')}
        value={which}
        autoFocus
        onChange={({ target }) => choose(target.value as Which | '')}
      >
        <option value="" disabled>
          {t('design.who.kind')}
        </option>
        {ROLE_PLACES.map((at) => (
          <option key={at} value={`ROLE.${at}`}>
            {t(`design.who.ROLE.${at}`)}
          </option>
        ))}
        {LEADER_SCOPES.map((of) => (
          <option key={of} value={`LEADER.${of}`}>
            {t(`design.who.LEADER.${of}`)}
          </option>
        ))}
        <option value="PERSON">{t('design.who.PERSON')}</option>
        {kind.groups.map(({ code, name }) => (
          <option key={code} value={`GROUP.${code}`}>
            {name}
          </option>
        ))}
        {kind.fields.map(({ code, name }) => (
          <option key={code} value={`FIELD.${code}`}>
            {t('design.said.FIELD', { name })}
          </option>
        ))}
      </select>
      {which.startsWith('ROLE.') && (
        <Select
          aria-label={t('design.who.role')}
          placeholder={t('design.who.role')}
          options={roles.map(({ code, name }) => ({ value: code, label: name, hint: code }))}
          showSearch={{ filterOption: matchesOption }}
          onChange={(role: string) => onAdd({ kind: 'ROLE', role, at: which.slice(5) as 'HERE' })}
        />
      )}
      {which === 'PERSON' && (
        <PersonChooser
          label={t('design.who.person')}
          by="username"
          value={null}
          onChange={(person) => person && onAdd({ kind: 'PERSON', person })}
        />
      )}
      <Button size="small" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
