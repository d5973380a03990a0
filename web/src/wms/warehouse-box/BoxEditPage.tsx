import { nameIn } from '@kuwei/contract/name';
import { containerRoutes } from '@kuwei/contract/wms/container';
import type { Box } from '@kuwei/contract/wms/warehouse-box';
import { EditPage } from '../../form/EditPage.tsx';
import { AreaField } from '../../form/field/AreaField.tsx';
import { WholeField } from '../../form/field/DecimalField.tsx';
import { RecordField } from '../../form/field/RecordField.tsx';
import { TextField } from '../../form/field/TextField.tsx';
import { Section } from '../../form/Section.tsx';
import { usePage } from '../../page/page.ts';
import { usePageQuery } from '../../page/query.ts';
import { locale } from '../../phrase/phrases.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { StateTag } from '../../ui/StateTag.tsx';
import { boxEditSpec } from './box-edit.ts';
import { BoxRuleFields } from './BoxRuleFields.tsx';
import { boxLook } from './looks.ts';

export default function BoxEditPage() {
  const { query } = usePage();
  const containerId = query.get('containerId');
  const { data: container, isPending } = usePageQuery(
    containerRoutes.getContainer,
    { params: { id: containerId ?? '' } },
    { enabled: containerId !== null },
  );
  if (containerId !== null && isPending) return <PageSkeleton />;
  const blank = container && { containerId, code: `${container.warehouseCode}-${container.code}-` };
  return (
    <EditPage edit={boxEditSpec} marks={(box) => <StateTag look={boxLook(box)} />} {...(blank && { blank })}>
      {(box) => (
        <BoxFields
          box={box}
          within={container && { value: container.id, label: `${container.path} ${nameIn(locale(), container)}` }}
        />
      )}
    </EditPage>
  );
}

interface BoxFieldsProps {
  box: Box | null;
  within: { value: string; label: string } | undefined;
}

function BoxFields({ box, within }: BoxFieldsProps) {
  const known = box ? [{ value: box.containerId, label: `${box.path} ${box.containerName}` }] : within ? [within] : [];
  const owner = box && box.ownerOrgId !== null ? [{ value: box.ownerOrgId, label: box.ownerOrgName ?? '' }] : [];
  return (
    <>
      <Section title="box.place">
        <RecordField
          name="containerId"
          label="wms.container"
          find={containerRoutes.listContainers}
          optionOf={({ id, path, name }) => ({ value: id, label: `${path} ${name}` })}
          known={known}
          width="full"
        />
        <TextField name="code" label="wms.box.code" code width="third" />
        <WholeField name="row" label="wms.box.row" width="third" />
        <WholeField name="col" label="wms.box.col" width="third" />
      </Section>
      <Section title="box.rules">
        <BoxRuleFields owner={owner} />
        <AreaField name="remark" label="wms.box.remark" width="full" />
      </Section>
    </>
  );
}
