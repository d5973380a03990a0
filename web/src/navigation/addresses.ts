// Addresses of screens that the console links to. Below `def` the menu branch does not matter.
import type { Screen } from '@kuwei/contract/screens';

const at = <S extends Screen>(screen: S): `/def/${S}` => `/def/${screen}`;

export const LOGIN = at('common/login');
export const SWITCH_ORG = at('wms/user/switchorg');
export const INBOX = at('base/msg-inbox');
export const SCAN = at('wms/scan');
export const PROXY = at('power/proxy');
export const PROFILE = at('base/user/profile');
export const CHANGE_PASSWORD = at('base/user/change-password');
export const SECOND_FACTOR = at('base/user/second-factor');
export const FIRST_STEPS = at('sysbase/first-steps');
export const SESSIONS = at('base/user/session');

/** The user list with one user's details open. */
export const accountAddress = (id: string): string => `${at('user/mg')}?show=${id}`;
/** The organisation list with one organisation's details open. */
export const orgAddress = (id: string): string => `${at('wms/org')}?show=${id}`;
