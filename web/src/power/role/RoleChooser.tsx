import { roleRoutes } from '@kuwei/contract/auth/role';
import { nameIn } from '@kuwei/contract/name';
import { Select } from 'antd';
import { usePageQuery } from '../../page/query.ts';
import { useLocale } from '../../phrase/phrases.ts';
import { matchesOption } from '../../ui/options.ts';

/** Most that the server answers at once. */
const SHOWN = 200;

export function useRoles() {
  const { data } = usePageQuery(roleRoutes.listRoles, { query: { size: SHOWN } });
  return data?.list;
}

interface RoleChooserProps {
  label: string;
  value: string | null;
  /** Not offered. */
  without?: string | null;
  onChange: (id: string | null) => void;
}

/** One of the roles, outside of any form. */
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
