import type { Translation } from '../../phrase.ts';
import type { proxy as zh } from '../zh/proxy.ts';

export const proxy = {
  'proxy.title': 'Switch user',
  'proxy.view': 'Content',
  'proxy.view.users': 'Users',
  'proxy.view.past': 'Past switches',
  'proxy.search': 'Name, number, role, group (2 characters or more)',
  'proxy.name': 'Name',
  'proxy.username': 'Number',
  'proxy.roles': 'Roles',
  'proxy.groups': 'Organisations',
  'proxy.lastActed': 'Last switch',
  'proxy.lastActedBy': '{name}, {when}',
  'proxy.disabled': 'Disabled',
  'proxy.switch': 'Switch',
  'proxy.switchTitle': 'Switch to {name} ({username})',
  'proxy.switchText':
    'Menus, roles and data will be those of this user; everything done is recorded under both names, and the user is told. {minutes} minutes at most; meanwhile passwords, roles and powers cannot be changed, and there is no further switch.',
  'proxy.reason': 'Reason',
  'proxy.user': 'User',
  'proxy.actor': 'Done by',
  'proxy.started': 'From',
  'proxy.ended': 'To',
  'proxy.goesOn': 'Going on',
  'proxy.mine': 'My switches',
  'proxy.pastSearch': 'Name, number, reason (2 characters or more)',
  'proxy.pastEmpty': 'Nobody has switched to another user yet.',
  'proxy.empty': 'No users.',
} as const satisfies Translation<typeof zh>;
