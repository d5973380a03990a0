import { roleRoutes } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { Select } from 'antd';
import { usePageQuery } from '../../page/query.ts';
import { useLocale } from '../../phrase/phrases.ts';
import { matchesOption } from '../../ui/options.ts';

/** The server's page limit. */
const SHOWN = 200;

export function useRoles() {
  const { data } = usePageQuery(roleRoutes.listRoles, { query: { size: SHOWN } });
  return data?.list;
}

interface RoleChooserProps {
  label: string;
  value: string | null;
  /** Id of a role to exclude. */
  without?: string | null;
  onChange: (id: string | null) => void;
}

/** A select of roles, outside of forms. */
export function RoleChooser({ label, value, without = null, onChange }: RoleChooserProps) {
  const locale = useLocale();
  const roles = useRoles();
  const options = (roles ?? [])
    .filter(({ id }) => id !== without)
    .map((role) => ({ value: role.id, label: nameIn(locale, role), hint: role.code }));
  return (
    <Select
      className="role-chooser"
      aria-label={label}
      placeholder={label}
      value={roles ? value : null}
      options={options}
      showSearch={{ filterOption: matchesOption }}
      allowClear
      onChange={(id) => onChange(id ?? null)}
    />
  );
}
