// Settings on their screen, in English.
import type { Translation } from '../../phrase.ts';
import type { config as zh } from '../zh/config.ts';

export const config: Translation<typeof zh> = {
  'config.code': 'Code',
  'config.name': 'Name',
  'config.group': 'Group',
  'config.group.SITE': 'Site',
  'config.group.SIGN_IN': 'Sign-in and sessions',
  'config.group.WAREHOUSE': 'Warehouse',
  'config.value': 'Value',
  'config.default': 'Default',
  'config.source': 'Source',
  'config.source.DEFAULT': 'Default',
  'config.source.SITE': 'Changed',
  'config.source.ENVIRONMENT': 'Set by the environment',
  'config.public': 'Visible before sign-in',
  'config.description': 'Description',
  'config.updated': 'Changed',
  'config.updatedBy': 'Changed by',
  'config.reason': 'Reason',
};
