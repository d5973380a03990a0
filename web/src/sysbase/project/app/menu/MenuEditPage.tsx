import { PAGE_ROLES } from '@kuwei/contract/access';
import { MENU_ICONS, menuRoutes, OWN_MENU_CODE, type MenuEntry } from '@kuwei/contract/sys/menu';
import { Select } from 'antd';
import { editOf } from '../../../../form/edit-spec.ts';
import { EditPage } from '../../../../form/EditPage.tsx';
import { ChoicesField } from '../../../../form/field/ChoiceField.tsx';
import { SwitchField } from '../../../../form/field/SwitchField.tsx';
import { leaveOnTab } from '../../../../form/field/leave-on-tab.ts';
import { TextField } from '../../../../form/field/TextField.tsx';
import { TreeField } from '../../../../form/field/TreeField.tsx';
import { FormField } from '../../../../form/FormField.tsx';
import { Section } from '../../../../form/Section.tsx';
import { usePage } from '../../../../page/page.ts';
import { usePageQuery } from '../../../../page/query.ts';
import { t, useLocale, useT } from '../../../../phrase/phrases.ts';
import { MenuIcon } from '../../../../ui/MenuIcon.tsx';
import { nameOf } from './entry.ts';
import { RulesLink } from './RulesLink.tsx';
import { CHANGES } from './run-or-notify.ts';
import './menu.css';

const menuEdit = editOf(menuRoutes.createMenuEntry, {
  name: 'menus.one',
  get: menuRoutes.getMenuEntry,
  update: menuRoutes.updateMenuEntry,
  remove: menuRoutes.deleteMenuEntry,
  changes: CHANGES,
  nameOf: (entry, spoken) => nameOf(entry, spoken),
  blank: { code: OWN_MENU_CODE, show: true, keepalive: true, role: [], pageRole: [], urlExp: [], icon: null },
  carry: ['parentId', 'role', 'pageRole'],
  cannotRemove: ({ shipped }) => (shipped ? t('menus.cannotDelete') : undefined),
});

export default function MenuEditPage() {
  const tr = useT();
  const below = usePage().query.get('below');
  return (
    <EditPage
      edit={menuEdit}
      {...(below !== null && { blank: { parentId: below } })}
      marks={(entry) => (
        <>
          {[entry.shipped ? null : tr('menus.own'), entry.show ? null : tr('menus.hidden')].filter(Boolean).join(' · ')}
          <RulesLink entry={entry} />
        </>
      )}
    >
      {(record) => <MenuFields record={record} />}
    </EditPage>
  );
}

function MenuFields({ record }: { record: MenuEntry | null }) {
  const tr = useT();
  const language = useLocale();
  const { data: menu } = usePageQuery(menuRoutes.listMenu, undefined);
  const { data: needs = [] } = usePageQuery(menuRoutes.listMenuNeeds, undefined);
  const rows = (menu?.entries ?? []).map((entry) => ({ id: entry.id, parentId: entry.parentId, name: nameOf(entry, language) }));
  return (
    <>
      <Section title="menus.basic">
        <CodeField fixed={record?.shipped != null} />
        <TreeField name="parentId" label="menus.parentId" rows={rows} without={record?.id} placeholder={tr('menus.top')} />
        <TextField name="name" label="menus.nameZh" />
        <TextField name="nameEn" label="menus.nameEn" />
        <TextField name="nameTag" label="menus.nameTag" hint={tr('menus.nameTagHint')} />
        <FormField name="icon" label="menus.icon" view={(icon: string) => <MenuIcon name={icon} />}>
          <IconChooser />
        </FormField>
        <SwitchField name="show" label="menus.show" hint={tr('menus.showHint')} />
        <SwitchField name="keepalive" label="menus.keepalive" hint={tr('menus.keepaliveHint')} />
      </Section>
      <Section title="menus.address">
        <TextField name="url" label="menus.url" width="full" hint={tr('menus.urlHint')} />
        <FormField
          name="urlExp"
          label="menus.urlExp"
          width="full"
          hint={tr('menus.urlExpHint')}
          view={(sources: string[]) => sources.join(' · ')}
        >
          <Patterns />
        </FormField>
      </Section>
      <Section title="menus.who">
        <ChoicesField
          name="role"
          label="menus.role"
          width="full"
          hint={tr('menus.roleHint')}
          options={needs.map(({ code, name }) => ({ value: code, label: name, hint: code }))}
        />
        <ChoicesField
          name="pageRole"
          label="menus.pageRole"
          width="full"
          hint={tr('menus.pageRoleHint')}
          values={PAGE_ROLES}
          phrase="role"
        />
      </Section>
    </>
  );
}

/** Keeps the typed case: entry codes are case-sensitive. */
function CodeField({ fixed }: { fixed: boolean }) {
  const tr = useT();
  return <TextField name="code" label="menus.code" disabled={fixed} hint={fixed ? undefined : tr('menus.codeHint')} />;
}

interface ControlProps<V> {
  id?: string;
  value?: V | null;
  onChange?: (value: V) => void;
  onBlur?: () => void;
}

/** A list of regular expressions, which may contain the usual separators. */
const Patterns = ({ id, value, onChange, onBlur }: ControlProps<readonly string[]>) => (
  <Select
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    className="menus-patterns"
    onInputKeyDown={leaveOnTab}
    value={[...(value ?? [])]}
    onChange={(next: string[]) => onChange?.(next.map((source) => source.trim()).filter(Boolean))}
    onBlur={onBlur}
  />
);

function IconChooser({ id, value, onChange }: ControlProps<string | null>) {
  const tr = useT();
  return (
    <div className="menus-icons" id={id} role="radiogroup" tabIndex={-1} aria-label={tr('menus.icon')}>
      {[null, ...MENU_ICONS].map((icon) => (
        <button
          key={icon ?? ''}
          type="button"
          role="radio"
          className="kw-plain menus-icon"
          aria-checked={(value ?? null) === icon}
          aria-label={icon === null ? tr('menus.iconNone') : icon}
          title={icon === null ? tr('menus.iconNone') : icon}
          onClick={() => onChange?.(icon)}
        >
          {icon === null ? <span aria-hidden="true">–</span> : <MenuIcon name={icon} />}
        </button>
      ))}
    </div>
  );
}
