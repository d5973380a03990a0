import { boxRoutes } from '@kuwei/contract/wms/warehouse-box';
import { editOf } from '../../form/edit-spec.ts';

export const boxEditSpec = editOf(boxRoutes.createBox, {
  name: 'wms.box',
  get: boxRoutes.getBox,
  update: boxRoutes.updateBox,
  remove: boxRoutes.deleteBox,
  changes: ['/wms/warehouse-box', '/wms/container', '/wms/warehouse'],
  nameOf: ({ code }) => code,
  conditional: ['ownerOrgId'],
  blank: { type: 'SHARED', mixPolicy: 'MIXED' },
  carry: ['containerId', 'type', 'ownerOrgId', 'mixPolicy', 'maxVolumeL', 'maxMassKg', 'maxLines'],
});
