// Select for the role that owns rules. Separate from the list: it imports a third of the form kit.
import { Select } from 'antd';
import { OptionLine } from '../../form/field/OptionLine.tsx';
import { useT } from '../../phrase/phrases.ts';
import { matchesOption } from '../../ui/options.ts';
import './rule.css';

interface OwnerChooserProps {
  roles: readonly { id: string; name: string; code: string }[];
  value: string | null;
  onChange: (id: string | null) => void;
}

export function OwnerChooser({ roles, value, onChange }: OwnerChooserProps) {
  const t = useT();
  return (
    <Select
      className="rule-chooser"
      aria-label={t('rights.rule.role')}
      placeholder={t('rights.rule.role')}
      value={value}
      options={roles.map((each) => ({ value: each.id, label: each.name, hint: each.code }))}
      optionRender={({ data: option }) => <OptionLine {...option} />}
      showSearch={{ filterOption: matchesOption }}
      allowClear
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
    />
  );
}
