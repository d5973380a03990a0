import { roleRoutes, type Role, type RoleAccess as RoleOpensReply } from '@kuwei/contract/auth/role';
import { WMS_ROLES } from '@kuwei/contract/access';
import { usePageQuery } from '../../page/query.ts';
import { t, useT } from '../../phrase/phrases.ts';
import { Facts } from '../../ui/Facts.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import './role.css';

/** What a role can access, as checked by the product; read-only. */
export function RoleAccessView({ role: { id, code } }: { role: Pick<Role, 'id' | 'code'> }) {
  const t = useT();
  const { data, error, refetch, isFetching } = usePageQuery(roleRoutes.lookAtRole, { params: { id } });
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : null;
  const { menu, steps, calls, rules } = data;
  const isBelow = (Object.values(WMS_ROLES) as string[]).includes(code);
  return (
    <div className="role-opens">
      {menu.length + steps.length + calls.length + rules.length === 0 && (
        <p className="role-hint">{t('rights.role.opensNothing')}</p>
      )}
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
          [t('rights.role.opensRules'), rules.length > 0 && <Lines key="rules" lines={rules.map((rule) => ruleLine(rule))} />],
        ]}
      />
      {rules.some(({ what }) => what === null) && <p className="role-hint">{t('rights.role.opensRulesHint')}</p>}
    </div>
  );
}

function ruleLine({ kind, what, exports, fromDay, untilDay }: RoleOpensReply['rules'][number]): string {
  const does = t(exports ? 'rights.role.opensRule.exports' : 'rights.role.opensRule.sees');
  const line = t('rights.role.opensRule', { kind, what: what ?? t('rights.role.opensRule.hidden'), does });
  const begun = fromDay === null ? line : t('rights.role.opensRule.from', { line, day: fromDay });
  return untilDay === null ? begun : t('rights.role.opensRule.until', { line: begun, day: untilDay });
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line, at) => (
      <li key={`${at} ${line}`}>{line}</li>
    ))}
  </ul>
);
