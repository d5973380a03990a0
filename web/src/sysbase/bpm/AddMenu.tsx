import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined';
import { NEW_KINDS, type NewKind } from '@kuwei/contract/bpm/outline-edit';
import { Dropdown } from 'antd';
import { useT } from '../../phrase/phrases.ts';

/** The gap between two items, where another one can be inserted. */
export function AddMenu({ onAdd }: { onAdd: (kind: NewKind) => void }) {
  const t = useT();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: NEW_KINDS.map((kind) => ({
          key: kind,
          label: (
            <span className="flow-menu">
              {t(`design.add.${kind}`)}
              <small>{t(`design.add.${kind}.text`)}</small>
            </span>
          ),
          onClick: () => onAdd(kind),
        })),
      }}
    >
      <button type="button" className="kw-plain flow-add" aria-label={t('design.add')} title={t('design.add')}>
        <PlusOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
