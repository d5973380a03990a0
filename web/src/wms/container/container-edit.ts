import { containerRoutes } from '@kuwei/contract/wms/container';
import { editOf } from '../../form/edit-spec.ts';

export const containerEditSpec = editOf(containerRoutes.createContainer, {
  name: 'wms.container',
  get: containerRoutes.getContainer,
  update: containerRoutes.updateContainer,
  remove: containerRoutes.deleteContainer,
  changes: ['/wms/container', '/wms/warehouse-box', '/wms/warehouse'],
  nameOf: ({ name }) => name,
  blank: { type: 'CABINET', conditionsOffered: [], hazardAllowed: true, dualLock: false, rows: 1, cols: 1 },
  carry: [
    'warehouseId',
    'parentId',
    'type',
    'conditionsOffered',
    'allowedGroups',
    'hazardAllowed',
    'dualLock',
    'maxVolumeL',
    'maxMassKg',
    'rows',
    'cols',
  ],
});
