// Menu icons by the name in the menu item.
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined';
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined';
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined';
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined';
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined';
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined';
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined';
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined';
import ShoppingCartOutlined from '@ant-design/icons/es/icons/ShoppingCartOutlined';
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined';
import TruckOutlined from '@ant-design/icons/es/icons/TruckOutlined';
import type { ComponentType } from 'react';

const icons: Readonly<Record<string, ComponentType>> = {
  teacher: ExperimentOutlined,
  supplier: TruckOutlined,
  staff: ShoppingCartOutlined,
  warehouse: InboxOutlined,
  basic: AppstoreOutlined,
  afterSales: CustomerServiceOutlined,
  inventory: AuditOutlined,
  user: TeamOutlined,
  power: SafetyOutlined,
  system: SettingOutlined,
};

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = (name !== null && Object.hasOwn(icons, name) ? icons[name] : undefined) ?? FileOutlined;
  return (
    <span className="menu-icon" aria-hidden="true">
      <Icon />
    </span>
  );
}
