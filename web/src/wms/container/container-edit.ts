import { nameIn } from '@kuwei/contract/name';
import { containerRoutes } from '@kuwei/contract/wms/container';
import { editOf } from '../../form/edit-spec.ts';
import { locale } from '../../phrase/phrases.ts';
import { containerAddress, containerGenerate } from '../addresses.ts';

export const containerEditSpec = editOf(containerRoutes.createContainer, {
  name: 'wms.container',
  get: containerRoutes.getContainer,
  update: containerRoutes.updateContainer,
  remove: containerRoutes.deleteContainer,
  changes: ['/wms/container', '/wms/warehouse-box', '/wms/warehouse'],
  nameOf: (container) => nameIn(locale(), container),
  // Continue with generating boxes: without them nothing can be stored.
  after: ({ id, rows, cols }) => (rows * cols > 1 ? containerGenerate(id) : containerAddress(id)),
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
