// Columns and filters of goods stored against the rules.
import { HAZARDS } from '@kuwei/contract/wms/hazard';
import { VIOLATED_RULES, storageRuleRoutes, type RuleViolation } from '@kuwei/contract/wms/storage-rule';
import { useT } from '../../phrase/phrases.ts';
import { choice, phraseOptions } from '../../table/filter/choice.tsx';
import { listOf } from '../../table/list-types.ts';
import { GroupMark, UnassessedMark } from '../../ui/HazardMarks.tsx';
import { None } from '../../ui/None.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { warehouseOf } from '../warehouse/warehouse-filter.ts';

export const ruleViolationList = listOf(storageRuleRoutes.listStanding, {
  name: 'wms.storage-rule.standing',
  sort: 'box',
  search: 'safety.standing.search',
  nameOf: ({ boxCode, productName }) => `${boxCode} ${productName}`,
  columns: [
    {
      key: 'box',
      title: 'wms.stock.box',
      sort: 'box',
      card: 'code',
      cell: ({ boxCode }) => <span className="kw-code">{boxCode}</span>,
      copy: ({ boxCode }) => boxCode,
    },
    {
      key: 'product',
      title: 'stock.product',
      sort: 'product',
      width: 'grow',
      card: 'title',
      cell: ({ productName, productCode }) => <span title={`${productCode} ${productName}`}>{productName}</span>,
    },
    {
      key: 'group',
      title: 'product.group',
      sort: 'group',
      card: 'fact',
      cell: (row) => <Group {...row} />,
    },
    { key: 'rules', title: 'safety.standing.rules', card: 'fact', cell: (row) => <Rules {...row} /> },
    { key: 'other', title: 'safety.standing.against', card: 'fact', cell: (row) => <Other {...row} /> },
    {
      key: 'qty',
      title: 'wms.stock.qty',
      align: 'right',
      card: 'fact',
      cell: ({ qty, baseUnit }) => <Quantity qty={qty} unit={baseUnit} />,
    },
    { key: 'owner', title: 'wms.stock.owner', card: 'fact', cell: ({ ownerOrgName }) => ownerOrgName },
    { key: 'container', title: 'wms.container', hidden: true, cell: ({ containerName }) => containerName },
    { key: 'warehouse', title: 'wms.stock.warehouse', hidden: true, cell: ({ warehouseName }) => warehouseName },
  ],
  filters: [
    warehouseOf(),
    choice({ name: 'rule', label: 'safety.standing.rules', useOptions: phraseOptions('safety.rule', VIOLATED_RULES) }),
    choice({ name: 'hazard', label: 'wms.hazardStatus', useOptions: phraseOptions('wms.hazard', HAZARDS) }),
  ],
});

function Group({ group, hazard }: RuleViolation) {
  if (group === null) return <None />;
  return (
    <>
      <GroupMark group={group} /> {hazard === 'UNKNOWN' && <UnassessedMark />}
    </>
  );
}

function Rules({ rules }: RuleViolation) {
  const t = useT();
  const text = rules.map((rule) => t(`safety.rule.${rule}`)).join(t('wms.place.comma'));
  return <span title={text}>{text}</span>;
}

function Other({ otherName, otherGroup, otherBoxCode }: RuleViolation) {
  const t = useT();
  if (otherName === null) return <None />;
  const text = t('safety.standing.in', { name: otherName, group: otherGroup ?? '', box: otherBoxCode ?? '' });
  return <span title={text}>{text}</span>;
}
