import type { Translation } from '../translation.ts';
import type { proxy as zh } from '../zh/proxy.ts';

export const proxy = {
  'proxy.title': 'Switch user',
  'proxy.view': 'View',
  'proxy.view.users': 'Users',
  'proxy.view.past': 'Past switches',
  'proxy.search': 'Name, username, role, group (2+ characters)',
  'proxy.name': 'Name',
  'proxy.username': 'Username',
  'proxy.roles': 'Roles',
  'proxy.groups': 'Organisations',
  'proxy.lastActed': 'Last switch',
  'proxy.lastActedBy': '{name}, {when}',
  'proxy.disabled': '{name} (disabled)',
  'proxy.switch': 'Switch',
  'proxy.switchTitle': 'Switch to {name} ({username})',
  'proxy.switchText':
    'You’ll see this user’s menus, roles and data. Everything you do is recorded under both names and the user is notified. It ends after {minutes} {minutes|minute|minutes}; until then you can’t change passwords, roles or permissions, or switch again.',
  'proxy.reason': 'Reason',
  'proxy.user': 'User',
  'proxy.actor': 'Done by',
  'proxy.started': 'From',
  'proxy.ended': 'To',
  'proxy.goesOn': 'In progress',
  'proxy.mine': 'My switches',
  'proxy.pastSearch': 'Name, username, reason (2 characters or more)',
  'proxy.pastEmpty': 'Nobody has switched to another user yet.',
  'proxy.empty': 'No users.',
} as const satisfies Translation<typeof zh>;
