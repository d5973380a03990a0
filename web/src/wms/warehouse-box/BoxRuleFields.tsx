import { orgRoutes } from '@kuwei/contract/wms/org';
import { BOX_TYPES, MIX_POLICIES } from '@kuwei/contract/wms/place';
import { Form } from 'antd';
import { useEffect } from 'react';
import { useFormContext } from '../../form/context.ts';
import { ChoiceField } from '../../form/field/ChoiceField.tsx';
import { DecimalField, WholeField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import type { Option } from '../../ui/options.ts';

/** What a box accepts, and how much. @param owner the current dedicated owner */
export function BoxRuleFields({ owner = [] }: { owner?: readonly Option[] }) {
  const form = Form.useFormInstance();
  const { change } = useFormContext();
  const type = Form.useWatch('type', form) as string | undefined;
  useEffect(() => {
    if (type === 'SHARED' && form.getFieldValue('ownerOrgId')) change({ ownerOrgId: null });
  }, [type]);
  return (
    <>
      <ChoiceField name="type" label="wms.box.type" values={BOX_TYPES} phrase="wms.box.type" clearable={false} width="third" />
      <ChoiceField
        name="mixPolicy"
        label="wms.box.mixPolicy"
        values={MIX_POLICIES}
        phrase="wms.box.mixPolicy"
        clearable={false}
        width="third"
      />
      {type === 'EXCLUSIVE' && <OwnerField known={owner} />}
      <DecimalField name="maxVolumeL" label="wms.container.maxVolume" width="third" />
      <DecimalField name="maxMassKg" label="wms.container.maxMass" width="third" />
      <WholeField name="maxLines" label="wms.box.maxLines" width="third" />
    </>
  );
}

/** Only organisations that can own goods. */
const OwnerField = ({ known }: { known: readonly Option[] }) => (
  <RecordField
    name="ownerOrgId"
    label="wms.box.owner"
    find={orgRoutes.selectOrgs}
    query={{ type: 'LAB,SUPPLIER,PURCHASE' }}
    optionOf={(org) => ({ value: org.id, label: org.name, hint: org.code })}
    known={known}
    width="third"
  />
);
