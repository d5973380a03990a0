import { roleRoutes, type Role } from '@kuwei/contract/auth/role';
import { WMS_ROLES } from '@kuwei/contract/access';
import { usePageQuery } from '../../page/query.ts';
import { useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import './role.css';

/** What a role opens, as the product itself asks for it: to be read, not to be changed. */
export function RoleOpens({ role: { id, code } }: { role: Pick<Role, 'id' | 'code'> }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(roleRoutes.lookAtRole, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null;
  const { menu, steps, calls } = data;
  const isBelow = (Object.values(WMS_ROLES) as string[]).includes(code);
  return (
    <div className="role-opens">
      {menu.length + steps.length + calls.length === 0 && <p className="role-hint">{t('rights.role.opensNothing')}</p>}
      {isBelow && <p className="role-hint">{t('user.account.rolesHint')}</p>}
      <Facts
        facts={[
          [t('rights.role.compareMenu'), menu.length > 0 && <Lines key="menu" lines={menu.map(({ name }) => name)} />],
          [t('rights.role.compareSteps'), steps.length > 0 && <Lines key="steps" lines={steps.map(({ name }) => name)} />],
          [
            t('rights.role.opensCalls'),
            calls.length > 0 && (
              <Lines
                key="calls"
                lines={calls.map(({ about, does }) => (does.length > 0 ? t('rights.role.opensCall', { about, does }) : about))}
              />
            ),
          ],
        ]}
      />
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
