// The powers of a role as a tree by module.
import { POWER_ACTIONS } from '@kuwei/contract/access';
import { POWER_MODULE_DIC, powerRoutes } from '@kuwei/contract/auth/power';
import type { ReplyOf } from '@kuwei/contract/route';
import { Input } from 'antd';
import { useState } from 'react';
import { FormField } from '../../form/FormField.tsx';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { useDic } from '../../session/version.ts';
import { matchesOption, labelIn } from '../../ui/options.ts';
import './powers-field.css';
import '../../ui/field.css';

type Power = ReplyOf<typeof powerRoutes.selectPowers>[number];

/** @param why reason if they cannot be changed */
export function PowersField({ why }: { why?: string | undefined }) {
  const t = useT();
  const { data: powers = [] } = usePageQuery(powerRoutes.selectPowers, undefined);
  const nameOf = (code: string): string => powers.find((power) => power.code === code)?.name ?? code;
  return (
    <FormField
      name="powers"
      label="rights.role.powers"
      width="full"
      quiet
      hint={why ?? t('rights.role.powersHint')}
      view={(codes: string[]) => codes.map(nameOf).join(' · ')}
    >
      <PowerTree powers={powers} disabled={why !== undefined} />
    </FormField>
  );
}

interface PowerTreeProps {
  id?: string;
  value?: readonly string[];
  onChange?: (codes: string[]) => void;
  powers: readonly Power[];
  disabled: boolean;
}

function PowerTree({ id, value = [], onChange, powers, disabled }: PowerTreeProps) {
  const t = useT();
  const modules = useDic(POWER_MODULE_DIC);
  const [typed, setTyped] = useState('');
  const shown = powers.filter(({ code, name, description }) =>
    matchesOption(typed, { value: code, label: name, hint: description ?? '' }),
  );
  const set = (codes: readonly string[], on: boolean): void => {
    const others = value.filter((code) => !codes.includes(code));
    onChange?.((on ? [...others, ...codes] : others).toSorted());
  };
  return (
    <div className="powers" id={id} tabIndex={-1} role="group" aria-label={t('rights.role.powers')}>
      <div className="powers-head">
        <Input
          aria-label={t('rights.role.findPower')}
          placeholder={t('rights.role.findPower')}
          value={typed}
          allowClear
          onChange={(event) => setTyped(event.target.value)}
          // Enter must not submit the form.
          onPressEnter={(event) => event.preventDefault()}
        />
        <span>{t('rights.role.chosen', { n: value.length, of: powers.length })}</span>
      </div>
      {shown.length === 0 && <p className="powers-none">{t('rights.role.noPower')}</p>}
      {[...Map.groupBy(shown, ({ module }) => module)].map(([module, inside]) => (
        <Module
          key={module ?? ''}
          name={module === null ? t('rights.role.noModule') : labelIn(modules, module)}
          powers={inside}
          chosen={value}
          disabled={disabled}
          onSet={set}
        />
      ))}
    </div>
  );
}

interface ModuleProps {
  name: string;
  powers: readonly Power[];
  chosen: readonly string[];
  disabled: boolean;
  onSet: (codes: readonly string[], on: boolean) => void;
}

function Module({ name, powers, chosen, disabled, onSet }: ModuleProps) {
  const codes = powers.map(({ code }) => code);
  const had = codes.filter((code) => chosen.includes(code)).length;
  return (
    <fieldset className="powers-module" disabled={disabled}>
      <legend>
        <label>
          <input
            type="checkbox"
            className="kw-check"
            checked={had === codes.length}
            ref={(box) => {
              if (box) box.indeterminate = had > 0 && had < codes.length;
            }}
            onChange={(event) => onSet(codes, event.target.checked)}
          />
          {name}
        </label>
      </legend>
      {subjectsOf(powers).map(({ subject, inside }) =>
        subject === null ? (
          inside.map((power) => (
            <PowerBox key={power.code} power={power} label={power.name} chosen={chosen} onSet={onSet} withCode />
          ))
        ) : (
          <div key={subject} className="powers-subject" role="group" aria-label={subject}>
            <span>{subject}</span>
            {inside.map((power) => (
              <PowerBox
                key={power.code}
                power={power}
                label={power.name.slice(subject.length + 1).trim()}
                chosen={chosen}
                onSet={onSet}
              />
            ))}
          </div>
        ),
      )}
    </fieldset>
  );
}

interface PowerBoxProps {
  power: Power;
  label: string;
  chosen: readonly string[];
  onSet: (codes: readonly string[], on: boolean) => void;
  withCode?: boolean;
}

function PowerBox({ power: { code, description }, label, chosen, onSet, withCode = false }: PowerBoxProps) {
  return (
    <label title={description ?? code}>
      <input
        type="checkbox"
        className="kw-check"
        checked={chosen.includes(code)}
        onChange={(event) => onSet([code], event.target.checked)}
      />
      <span>{label}</span>
      {withCode && <span className="kw-code">{code}</span>}
    </label>
  );
}

/**
 * Powers that share a subject form one line: 「用户：查看」, 「用户：导出」. A site may have renamed some, which then stand by themselves.
 */
function subjectsOf(powers: readonly Power[]): { subject: string | null; inside: Power[] }[] {
  const subjectOf = ({ code, name }: Power): string | null =>
    /^POWER_(SYS|WMS)_/.test(code) ? (/^(.+?)[：:]./.exec(name)?.[1] ?? null) : null;
  const placeOf = ({ code }: Power): number => POWER_ACTIONS.findIndex((action) => code.endsWith(`_${action}`));
  return [...Map.groupBy(powers, subjectOf)].map(([subject, inside]) => ({
    subject,
    inside: subject === null ? inside : inside.toSorted((a, b) => placeOf(a) - placeOf(b)),
  }));
}
